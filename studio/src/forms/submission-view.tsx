import type { EditedForm, FormSubmission } from "@vitrine/client/admin";
import { ChevronDown, ChevronUp, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { formatDate, texts } from "../app/texts.ts";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import styles from "./inbox.module.css";
import { SubmissionActions } from "./submission-actions.tsx";
import { rowsOf, summaryOf } from "./submission-rows.ts";
import { SubmissionValue } from "./submission-value.tsx";

export interface SubmissionViewProps {
  form: EditedForm;
  submission: FormSubmission;
  previousId: string | undefined;
  nextId: string | undefined;
  /** Undefined: back to the list alone. */
  show(id: string | undefined): void;
}

/** One submission: what was entered, by the labels of the form, and what there is to do with it. */
export function SubmissionView({ form, submission, previousId, nextId, show }: SubmissionViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { forms } = shopTexts;
  const { id, data, spam, submittedAt, network, version } = submission;
  const rows = rowsOf(form, data);
  const asked = rows.filter(({ schema }) => schema !== undefined);
  const others = rows.filter(({ schema }) => schema === undefined);
  const { title = forms.untitled } = summaryOf(rows);
  return (
    <article className={styles.view} aria-label={title}>
      <header className={styles.header}>
        <div>
          <h2 ref={heading} tabIndex={-1} className={styles.heading}>
            {title}
          </h2>
          <p className="soft">
            {formatDate(submittedAt)} {spam && <Badge tone="warn">{forms.spam}</Badge>}
          </p>
        </div>
        <div className={styles.steps}>
          <Button variant="quiet" label={`${forms.previous} (K)`} isDisabled={previousId === undefined} onPress={() => show(previousId)}>
            <ChevronUp className="icon" aria-hidden />
          </Button>
          <Button variant="quiet" label={`${forms.next} (J)`} isDisabled={nextId === undefined} onPress={() => show(nextId)}>
            <ChevronDown className="icon" aria-hidden />
          </Button>
          <Button variant="quiet" label={texts.app.close} onPress={() => show(undefined)}>
            <X className="icon" aria-hidden />
          </Button>
        </div>
      </header>
      <SubmissionActions form={form} submission={submission} rows={rows} onLeave={() => show(nextId ?? previousId)} />
      <dl className={styles.entries}>
        {asked.map((row) => (
          <div key={row.name}>
            <dt>{row.label}</dt>
            <dd>
              <SubmissionValue row={row} form={form.slug} submission={id} />
            </dd>
          </div>
        ))}
      </dl>
      {others.length > 0 && (
        <section>
          <h3>{forms.notAsked}</h3>
          <dl className={styles.entries}>
            {others.map((row) => (
              <div key={row.name}>
                <dt>
                  <code>{row.label}</code>
                </dt>
                <dd>
                  <SubmissionValue row={row} form={form.slug} submission={id} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <footer className={styles.facts}>
        <span>{forms.fromNetwork(network)}</span>
        <span>{version === form.revision ? forms.presentVersion(String(version)) : forms.earlierVersion(String(version))}</span>
        {spam && <span>{forms.spamText}</span>}
      </footer>
    </article>
  );
}
