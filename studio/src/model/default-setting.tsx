import { useMemo } from "react";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { memberOf } from "../draft/json.ts";
import { SchemaForm } from "../fields/schema-form.tsx";
import { withField } from "./change-fields.ts";
import type { FieldNode } from "./fields-of.ts";
import { withKeyword } from "./keywords.ts";
import { useOpenType } from "./use-type-editor.ts";

const without: readonly string[] = ["list", "object", "asset", "reference", "code"];

/** The value that a field begins with, in the field's own form: of a block's own fields, what a new block has. */
export function DefaultSetting({ node }: { node: FieldNode }) {
  const { definition, family, change, isReadOnly } = useOpenType();
  const { site } = useSite();
  const { kind, schema, ui, name, parent, pointer } = node;
  const isOfBlock = family === "block" && parent.pointer === "" && name !== undefined;
  const { $defs } = definition.schema;
  const defaultSchema = useMemo(() => {
    const { default: _, "x-shared": __, readOnly: ___, description: ____, ...plain } = schema;
    const member = { ...plain, title: texts.model.default, description: texts.model.defaultHint };
    return { type: "object", properties: { default: member }, ...($defs === undefined ? {} : { $defs }) };
  }, [schema, $defs]);
  if (without.includes(kind) || name === undefined) return null;
  const value = isOfBlock ? memberOf(definition.defaults, name) : schema.default;
  const { title: _, help: __, hint: ___, group: ____, isReadOnly: _____, ...plainUi } = ui;
  return (
    <SchemaForm
      schema={defaultSchema}
      uiSchema={{ default: plainUi }}
      value={value === undefined ? {} : { default: value }}
      onChange={({ default: next }) =>
        change(
          (before) =>
            isOfBlock
              ? { ...before, defaults: withKeyword(before.defaults ?? {}, name, next) }
              : withField(before, node, { schema: withKeyword(schema, "default", next), ui }),
          `${pointer} default`,
        )
      }
      locale={site.defaultLocale}
      context={pointer}
      isReadOnly={isReadOnly}
    />
  );
}
