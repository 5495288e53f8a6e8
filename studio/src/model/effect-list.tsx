import type { TypeCheck } from "@vitrine/client/admin";
import { useDeferredValue, useMemo, type ReactNode } from "react";
import { describeProblem } from "../app/problems.ts";
import { plural, texts } from "../app/texts.ts";
import { Card } from "../parts/page.tsx";
import { AffectedList } from "./affected-list.tsx";
import { definitionError } from "./definition-error.ts";
import { effectsOf } from "./effects.ts";
import { flat, nodeAtPointer, titleOf } from "./fields-of.ts";
import styles from "./effects.module.css";
import { useOpenType } from "./use-type-editor.ts";

const effectsId = "effects";

/** Leads to what a save would mean, which may be out of sight. */
export function ToEffects({ children }: { children: ReactNode }) {
  const show = () => {
    const place = document.getElementById(effectsId);
    place?.scrollIntoView({ block: "center" });
    place?.focus({ preventScroll: true });
  };
  return (
    <button type="button" className={styles.toEffects} onClick={show}>
      {children}
    </button>
  );
}

interface EffectsProps {
  report: TypeCheck | undefined;
  isBehind: boolean;
  error: unknown;
}

/** The consequences of a save: errors of the type itself, contents that would not fit any more, and effects on queries. */
export function Effects({ report, isBehind, error }: EffectsProps) {
  const { base, definition, family, type, isEdited } = useOpenType();
  const { model } = texts;
  const edited = useDeferredValue(definition);
  const effects = useMemo(() => effectsOf(base, edited, model.eachItem), [base, edited, model.eachItem]);
  if (!isEdited) return null;
  const isFine = report?.valid === true && report.affectedTotal === 0;
  return (
    <Card title={model.changes}>
      <div
        id={effectsId}
        tabIndex={-1}
        role="group"
        aria-label={model.changes}
        className={styles.effects}
        aria-live="polite"
        aria-busy={isBehind}
      >
        {error !== null && <p className={styles.bad}>{describeProblem(error)}</p>}
        {!report && error === null && <p className="soft">{model.checking}</p>}
        {report?.valid === false && <Problems problems={report.problems} />}
        {isFine && <p className={styles.good}>{model.breaksNothing}</p>}
        {report && report.affectedTotal > 0 && (
          <>
            <p className={styles.warn}>{model.breaks(plural(report.affectedTotal, model.contents))}</p>
            <AffectedList
              family={family}
              type={type}
              affected={report.affected.slice(0, 20)}
              total={report.affectedTotal}
              schema={edited.schema}
            />
          </>
        )}
        {effects.length > 0 && (
          <ul className={styles.notes}>
            {effects.map(({ code, title, name }) => (
              <li key={`${code} ${name}`}>{model.effects[code](code.startsWith("query") ? name : title)}</li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

/** The errors of the definition; each leads to the field that it is about. */
function Problems({ problems }: { problems: TypeCheck["problems"] }) {
  const { fields, select } = useOpenType();
  const { model } = texts;
  const all = flat(fields);
  return (
    <>
      <p className={styles.bad}>{model.wrong}</p>
      <ul className={styles.affected}>
        {problems.map(({ path, code }) => {
          const node = nodeAtPointer(all, path.replace(/^\/schema/, ""));
          return (
            <li key={path + code}>
              {node ? (
                <button type="button" className={styles.link} onClick={() => select(node.path)}>
                  {titleOf(node, model.eachItem)}
                </button>
              ) : (
                <code>{path}</code>
              )}
              <span className={styles.detail}>{definitionError({ path, code })}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
