import { shopTexts } from "../app/shop-texts.ts";
import type { MailText } from "./mail-text.ts";
import styles from "./mails.module.css";

/** A mail as a text. Its layout stays out of the studio: the proof shows it. */
export function MailPreview({ mail: { subject, body }, locale }: { mail: MailText; locale: string }) {
  const { mails } = shopTexts;
  return (
    <div role="group" aria-label={mails.preview} className={styles.preview} lang={locale}>
      <p className={styles.subject}>{subject === "" ? <span className="soft">{mails.emptySubject}</span> : subject}</p>
      <p className={styles.body}>{body}</p>
    </div>
  );
}
