import { formatAgo, texts } from "../app/texts.ts";
import { pointerWords } from "../content/pointer-words.ts";
import { Button } from "../parts/button.tsx";
import { codeOf } from "./definition.ts";
import styles from "./effects.module.css";
import code from "./model.module.css";
import { useOpenDefinition } from "./use-definition-editor.ts";

interface ConflictProps {
  changedBy: { name: string | undefined; at: string | undefined } | undefined;
}

/** Two people changed the same: both values side by side, and the choice. All other changes of both are kept either way. */
export function Conflict({ changedBy }: ConflictProps) {
  const { clashes, choose } = useOpenDefinition();
  const { model, settings, app } = texts;
  const name = changedBy?.name ?? app.somebody;
  return (
    <section role="alert" className={styles.conflict}>
      <p>
        <strong>{settings.changedMeanwhile(name)}</strong> {changedBy?.at !== undefined && <span>{formatAgo(changedBy.at)}</span>}
      </p>
      <p>{model.conflictText}</p>
      <ul className={styles.clashes}>
        {clashes.map(({ path, mine, theirs }) => (
          <li key={path}>
            <strong>{pointerWords(path)}</strong>
            <div className={styles.sides}>
              <Side title={model.mine} value={mine} />
              <Side title={name} value={theirs} />
            </div>
          </li>
        ))}
      </ul>
      <div className="row">
        <Button onPress={() => choose("mine")}>{settings.keepMine}</Button>
        <Button onPress={() => choose("theirs")}>{settings.takeTheirs}</Button>
      </div>
    </section>
  );
}

function Side({ title, value }: { title: string; value: unknown }) {
  return (
    <figure>
      <figcaption className="soft">{title}</figcaption>
      <pre className={code.code} tabIndex={0}>
        {value === undefined ? texts.model.absent : codeOf(value)}
      </pre>
    </figure>
  );
}
