import type { SiteMailKind } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import { Labelled } from "../parts/field.tsx";
import type { MailText } from "./mail-text.ts";
import styles from "./mails.module.css";

interface PlaceholdersProps {
  mail: SiteMailKind;
  text: MailText;
  onInsert(name: string, isInSubject: boolean): void;
}

/** What a text can name, each with a button that inserts it where somebody last wrote. */
export function Placeholders({ mail, text, onInsert }: PlaceholdersProps) {
  const { mails } = shopTexts;
  return (
    <Labelled label={mails.placeholdersTitle} hint={mails.placeholdersText}>
      <ul className={styles.placeholders}>
        {mail.placeholders.map(({ name, description, required, inSubject }) => {
          const words = mails.placeholders[name] ?? description;
          return (
            <li key={name}>
              <Button aria-label={mails.insert(name, words)} onPress={() => onInsert(name, inSubject)}>
                {`{${name}}`}
              </Button>
              <span className="row">
                {words}
                {required && !text.body.includes(`{${name}}`) && <Badge tone="warn">{mails.needed}</Badge>}
              </span>
            </li>
          );
        })}
      </ul>
    </Labelled>
  );
}
