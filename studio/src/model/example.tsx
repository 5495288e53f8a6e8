import { useDeferredValue, useState } from "react";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import type { JsonObject } from "../draft/json.ts";
import { newValue, objectOf } from "../fields/schema.ts";
import { SchemaForm } from "../fields/schema-form.tsx";
import { Button } from "../parts/button.tsx";
import { Card } from "../parts/page.tsx";
import { toast } from "../parts/toast.tsx";
import styles from "./model.module.css";
import { useOpenType } from "./use-type-editor.ts";

/** The form that the type makes, to be tried. The studio stores nothing of it, unless the person makes it the content of new blocks. */
export function Example() {
  const { site } = useSite();
  const { definition, family, isReadOnly, change } = useOpenType();
  const { schema, uiSchema, defaults } = useDeferredValue(definition);
  const [value, setValue] = useState<JsonObject>(() => ({ ...objectOf(newValue(schema, schema)), ...defaults }));
  const { model } = texts;
  const isEmpty = Object.keys(objectOf(schema.properties)).length === 0;
  return (
    <Card title={model.example}>
      <p className={styles.lead}>{isEmpty ? model.exampleEmpty : model.exampleText}</p>
      <SchemaForm schema={schema} uiSchema={uiSchema} value={value} onChange={setValue} locale={site.defaultLocale} context="example" />
      {family === "block" && !isReadOnly && !isEmpty && (
        <div className={styles.exampleActions}>
          <Button
            onPress={() => {
              change((before) => ({ ...before, defaults: value }));
              toast(model.defaultsTaken);
            }}
          >
            {model.takeDefaults}
          </Button>
        </div>
      )}
    </Card>
  );
}
