import type { AuditEntry } from "@vitrine/client/admin";
import { Disclosure, DisclosurePanel, Button as AriaButton, Heading } from "react-aria-components";
import { ChevronRight } from "lucide-react";
import { formatDate, texts } from "../app/texts.ts";
import styles from "./audit.module.css";

/** A change as a sentence, with the values before and after. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { at, changes } = entry;
  const time = (
    <time dateTime={at} title={formatDate(at)} className={styles.time}>
      {formatDate(at, { timeStyle: "short" })}
    </time>
  );
  if (changes.length === 0)
    return (
      <li className={styles.entry}>
        {time}
        <span>{sentenceOf(entry)}</span>
      </li>
    );
  return (
    <li className={styles.entry}>
      {time}
      <Disclosure className={styles.more ?? ""}>
        <Heading level={3} className={styles.heading ?? ""}>
          <AriaButton slot="trigger" className={styles.trigger ?? ""}>
            {sentenceOf(entry)}
            <ChevronRight className={`icon ${styles.sign}`} aria-hidden />
          </AriaButton>
        </Heading>
        <DisclosurePanel>
          <dl className={styles.changes} aria-label={texts.audit.changes}>
            {changes.map(({ member, from, to }) => (
              <div key={member}>
                <dt>{member}</dt>
                <dd>
                  {from !== undefined && <del>{formatValue(from)}</del>} {to !== undefined && <ins>{formatValue(to)}</ins>}
                </dd>
              </div>
            ))}
          </dl>
        </DisclosurePanel>
      </Disclosure>
    </li>
  );
}

function sentenceOf({ actor, action, target }: AuditEntry): string {
  const { audit } = texts;
  const what = target.label ?? "";
  const who = whoOf(actor);
  const sentence = audit.sentences[action]?.(who, what) ?? audit.otherwise(who, action, what || target.type);
  return actor.tokenName === null ? sentence : `${sentence} (${audit.withToken(actor.tokenName)})`;
}

function whoOf({ kind, admin }: AuditEntry["actor"]): string {
  const { audit } = texts;
  if (admin) return admin.name;
  if (kind === "CLI") return audit.command;
  if (kind === "JOB") return audit.job;
  return kind === "SIGNUP" ? audit.signup : audit.nobody;
}

/** A value as text: words as they are, all else as JSON. */
function formatValue(value: unknown): string {
  if (value === null || value === "") return texts.audit.empty;
  return typeof value === "string" ? value : JSON.stringify(value);
}
