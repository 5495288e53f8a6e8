import { CornerDownLeft } from "lucide-react";
import { localeName, texts } from "../app/texts.ts";
import { valueAt } from "../draft/json.ts";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import type { FieldKind } from "./choose-field.ts";
import styles from "./fields.module.css";
import { shownText } from "./text-field.tsx";

/** The value of a form in another locale, which the one that is edited translates. */
export interface Original {
  locale: string;
  value: unknown;
  /** Whether the texts stand beside the fields; their marks do in any case. */
  isShown: boolean;
  /** Whether the value there is another one than at the time when the edited text was published, and that text, `now`, still is what it was. */
  hasChanged(path: string, now: unknown): boolean;
}

interface OriginalTextProps {
  original: Original;
  /** JSON Pointer of the field. */
  path: string;
  /** Of the field, as it is edited. */
  value: unknown;
  isReadOnly: boolean;
  /** Takes the original's text over. */
  onUse(text: string): void;
}

/** Whether people translate a field of the kind. */
export const isTranslated = (kind: FieldKind) => kind === "text" || kind === "longText" || kind === "markdown";

// A name or a single word may well be the same in two languages.
const hasWords = (text: string) => /\p{L}\s+\p{L}/u.test(text);

/** The text of another locale in the place of a field, and whether the field is behind it. */
export function OriginalText({ original, path, value, isReadOnly, onUse }: OriginalTextProps) {
  const { locale, isShown } = original;
  const [text, fieldText] = [shownText(valueAt(original.value, path)), shownText(value)];
  if (text === "") return null;
  const hasChanged = original.hasChanged(path, value);
  const { editor } = texts;
  const isUntranslated = fieldText === "" || (fieldText === text && hasWords(text));
  if (!isShown && !isUntranslated && !hasChanged) return null;
  return (
    <div className={styles.original}>
      <div className="row">
        {isShown && <span className={styles.originalName}>{localeName(locale)}</span>}
        {isUntranslated && <Badge tone="warn">{editor.untranslated}</Badge>}
        {hasChanged && !isUntranslated && <Badge tone="accent">{editor.originalChanged}</Badge>}
        {isShown && !isReadOnly && fieldText !== text && (
          <Button variant="quiet" label={editor.useOriginal(localeName(locale))} onPress={() => onUse(text)}>
            <CornerDownLeft className="icon" aria-hidden />
          </Button>
        )}
      </div>
      {isShown && (
        <p lang={locale} className={styles.originalWords}>
          {text}
        </p>
      )}
    </div>
  );
}
