import { shopTexts } from "../app/shop-texts.ts";
import { isJsonObject } from "../draft/json.ts";
import { jsonError } from "../fields/json-error.ts";
import type { Schema, Ui } from "../fields/schema.ts";
import { CodeInput } from "../model/code-input.tsx";
import { codeOf } from "../model/definition.ts";
import model from "../model/model.module.css";
import { useOpenDefinition } from "../model/use-definition-editor.ts";

/** The schema of the form as JSON, over the same state as the fields. */
export function FormCode() {
  const { definition, change } = useOpenDefinition();
  const { formBuilder } = shopTexts;
  const { schema, uiSchema } = definition;
  return (
    <section className={model.codeView} aria-label={formBuilder.views.code}>
      <p className={model.lead}>{formBuilder.codeText}</p>
      <CodeInput
        label={formBuilder.schema}
        text={codeOf({ schema, uiSchema })}
        isReadOnly={false}
        isTall
        read={(text) => {
          const reading = read(text);
          if ("fault" in reading) return reading;
          change((before) => ({ ...before, ...reading }), "code");
          return { text: codeOf(reading) };
        }}
      />
    </section>
  );
}

function read(text: string): { schema: Schema; uiSchema: Ui } | { fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { fault: jsonError(text, error) };
  }
  const { schema, uiSchema = {}, ...others } = isJsonObject(value) ? value : {};
  const isGood = isJsonObject(schema) && isJsonObject(uiSchema) && Object.keys(others).length === 0;
  return isGood ? { schema, uiSchema } : { fault: shopTexts.formBuilder.badCode };
}
