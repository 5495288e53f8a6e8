import { useDeferredValue, useState } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import type { JsonObject } from "../draft/json.ts";
import { messageOf } from "../fields/check-message.ts";
import { errorsOf } from "../fields/validate.ts";
import type { Definition } from "../model/definition.ts";
import { fieldsOf } from "../model/fields-of.ts";
import { withKeyword } from "../model/keywords.ts";
import model from "../model/model.module.css";
import { Button } from "../parts/button.tsx";
import { Card } from "../parts/page.tsx";
import styles from "./builder.module.css";
import { PreviewField } from "./preview-field.tsx";

type Answers = JsonObject;

/** The form as visitors get it, to be tried. Nothing of it is sent. */
export function FormPreview({ definition }: { definition: Definition }) {
  const { schema, uiSchema, submitLabel, successMessage } = useDeferredValue(definition);
  const [answers, setAnswers] = useState<Answers>({});
  const [state, setState] = useState<"new" | "wrong" | "sent">("new");
  const { formBuilder } = shopTexts;
  const nodes = fieldsOf({ title: "", schema, uiSchema });
  const errors = new Map(errorsOf(schema, answers).map((error) => [error.path, messageOf(error)]));
  const again = () => {
    setAnswers({});
    setState("new");
  };
  return (
    <Card title={formBuilder.preview}>
      <p className={model.lead}>{nodes.length === 0 ? formBuilder.previewEmpty : formBuilder.previewText}</p>
      {state === "sent" ? (
        <div className="stack" role="status">
          <p className={styles.thanks}>{successMessage}</p>
          <div>
            <Button onPress={again}>{formBuilder.tryAgain}</Button>
          </div>
        </div>
      ) : (
        <form
          noValidate
          className={styles.preview}
          aria-label={formBuilder.preview}
          onSubmit={(event) => {
            event.preventDefault();
            setState(errors.size === 0 ? "sent" : "wrong");
          }}
        >
          {nodes.map((node) => (
            <PreviewField
              key={node.path}
              node={node}
              value={answers[node.name ?? ""]}
              error={state === "wrong" ? errors.get(node.path) : undefined}
              onChange={(value) => setAnswers((before) => withKeyword(before, node.name ?? "", value))}
            />
          ))}
          <div>
            <Button type="submit" variant="primary">
              {submitLabel}
            </Button>
          </div>
        </form>
      )}
    </Card>
  );
}
