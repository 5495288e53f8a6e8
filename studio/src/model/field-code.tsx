import { ChevronRight } from "lucide-react";
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import { texts } from "../app/texts.ts";
import { isJsonObject } from "../draft/json.ts";
import { jsonError } from "../fields/json-error.ts";
import type { Schema } from "../fields/schema.ts";
import { withField } from "./change-fields.ts";
import { CodeInput } from "./code-input.tsx";
import { codeOf } from "./definition.ts";
import type { FieldNode } from "./fields-of.ts";
import styles from "./model.module.css";
import { useOpenDefinition } from "./use-definition-editor.ts";

/** The schema of a field as it is, for what the settings cannot say. */
export function FieldCode({ node, schema, isOpen }: { node: FieldNode; schema: Schema; isOpen: boolean }) {
  const { change, isReadOnly } = useOpenDefinition();
  const { model } = texts;
  return (
    <Disclosure defaultExpanded={isOpen} className={styles.disclosure ?? ""}>
      <Heading level={3}>
        <AriaButton slot="trigger" className={styles.trigger ?? ""}>
          <ChevronRight className={`icon ${styles.sign}`} aria-hidden />
          {model.asCode}
        </AriaButton>
      </Heading>
      <DisclosurePanel>
        <CodeInput
          label={model.schemaOf}
          text={codeOf(schema)}
          isReadOnly={isReadOnly}
          read={(text) => {
            const reading = read(text);
            if ("schema" in reading)
              change((before) => withField(before, node, { schema: reading.schema, ui: node.ui }), `${node.pointer} code`);
            return "schema" in reading ? { text: codeOf(reading.schema) } : reading;
          }}
        />
      </DisclosurePanel>
    </Disclosure>
  );
}

function read(text: string): { schema: Schema } | { fault: string } {
  try {
    const schema: unknown = JSON.parse(text);
    return isJsonObject(schema) ? { schema } : { fault: texts.model.badSchema };
  } catch (error) {
    return { fault: jsonError(text, error) };
  }
}
