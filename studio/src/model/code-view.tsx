import type { TypeCheck } from "@vitrine/client/admin";
import { useRef } from "react";
import { texts } from "../app/texts.ts";
import { CodeInput } from "./code-input.tsx";
import { definitionError } from "./definition-error.ts";
import { codeOf, readDefinition, type Reading } from "./definition.ts";
import { placeOf } from "./code-places.ts";
import { jsonError } from "../fields/json-error.ts";
import list from "./effects.module.css";
import styles from "./model.module.css";
import { useOpenType } from "./use-type-editor.ts";

/** The whole definition as JSON, over the same state as the fields. Each problem leads to its line. */
export function CodeView({ report }: { report: TypeCheck | undefined }) {
  const { definition, family, change, isReadOnly } = useOpenType();
  const { model } = texts;
  const area = useRef<HTMLTextAreaElement>(null);
  const show = (path: string) => {
    const { current } = area;
    const place = current ? placeOf(current.value, path) : undefined;
    if (!current || !place) return;
    current.focus();
    current.setSelectionRange(place.start, place.end);
    const lines = current.value.split("\n").length;
    const line = current.value.slice(0, place.start).split("\n").length;
    current.scrollTop = ((line - 3) / lines) * current.scrollHeight;
  };
  return (
    <section className={styles.codeView} aria-label={model.views.code}>
      <p className={styles.lead}>{model.codeText}</p>
      <CodeInput
        area={area}
        label={model.definition}
        text={codeOf(definition)}
        isReadOnly={isReadOnly}
        isTall
        read={(text) => {
          const reading = readDefinition(family, text);
          if ("fault" in reading) return { fault: errorWords(reading.fault, text) };
          change(() => reading.definition, "code");
          return { text: codeOf(reading.definition) };
        }}
      />
      {report && report.problems.length > 0 && (
        <ul className={list.affected}>
          {report.problems.map(({ path, code }) => (
            <li key={path + code}>
              <button type="button" className={list.link} onClick={() => show(path)}>
                {path || "/"}
              </button>
              <span className={list.detail}>{definitionError({ path, code })}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function errorWords({ code, detail }: Extract<Reading, { fault: unknown }>["fault"], text: string): string {
  const { model } = texts;
  if (code === "syntax") return jsonError(text, detail);
  return code === "unknown" ? model.unknownMember(detail) : model.badMember(detail);
}
