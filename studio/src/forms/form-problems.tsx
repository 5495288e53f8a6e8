import type { Fault } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { texts } from "../app/texts.ts";
import { definitionError } from "../model/definition-error.ts";
import { flat, nodeAtPointer, titleOf } from "../model/fields-of.ts";
import { useOpenDefinition } from "../model/use-definition-editor.ts";
import styles from "./builder.module.css";

/** What the server refused. Each leads to its field. */
export function FormProblems({ errors }: { errors: readonly Fault[] }) {
  const { fields, select } = useOpenDefinition();
  if (errors.length === 0) return null;
  return (
    <section role="alert" className={styles.problems}>
      <p>
        <strong>{shopTexts.formBuilder.refused}</strong>
      </p>
      <ul>
        {errors.map(({ path, code }) => {
          const node = nodeAtPointer(flat(fields), path.replace(/^\/schema/, ""));
          return (
            <li key={path + code}>
              {node ? (
                <button type="button" className={styles.link} onClick={() => select(node.path)}>
                  {titleOf(node, texts.model.eachItem)}
                </button>
              ) : (
                <code>{path}</code>
              )}{" "}
              {definitionError({ path, code })}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
