import { Bold, Code, Heading2, Italic, Link, List, ListOrdered, Quote, type LucideIcon } from "lucide-react";
import { useDeferredValue, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { FieldError, Label, Text, TextArea, TextField, Toolbar } from "react-aria-components";
import { isCommand } from "../app/keys.ts";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { fieldStyles } from "../parts/field.tsx";
import type { KindProps } from "./kind-props.ts";
import { Counter, FieldLabel } from "./label.tsx";
import { withMark, withObject, withText, type Mark, type Selected } from "./markdown-edits.ts";
import { ObjectButtons, useObjectPicker } from "./markdown-objects.tsx";
import { MarkdownPreview } from "./markdown-preview.tsx";
import styles from "./markdown.module.css";
import { emptied, numberIn } from "./schema.ts";
import { shownText } from "./text-field.tsx";
import { usePaste } from "./use-paste.ts";

const marks: readonly {
  mark: Mark;
  icon: LucideIcon;
  name: "bold" | "italic" | "link" | "heading" | "listing" | "numbered" | "quote" | "codeMark";
}[] = [
  { mark: "bold", icon: Bold, name: "bold" },
  { mark: "italic", icon: Italic, name: "italic" },
  { mark: "link", icon: Link, name: "link" },
  { mark: "heading", icon: Heading2, name: "heading" },
  { mark: "listing", icon: List, name: "listing" },
  { mark: "numbered", icon: ListOrdered, name: "numbered" },
  { mark: "quote", icon: Quote, name: "quote" },
  { mark: "code", icon: Code, name: "codeMark" },
];
const keys: Readonly<Record<string, Mark>> = { b: "bold", i: "italic" };

/** Markdown: the source, which nothing rewrites, and what it looks like beside it. */
export function MarkdownField({ schema, value, label, hint, isRequired, isReadOnly, fault: error, onChange }: KindProps) {
  const text = shownText(value);
  const deferredText = useDeferredValue(text);
  const area = useRef<HTMLTextAreaElement>(null);
  const [hasPreview, setPreview] = useState(false);
  const selection = useRef<Selected | undefined>(undefined);
  useLayoutEffect(() => {
    const { current } = selection;
    selection.current = undefined;
    if (!current || current.text !== text) return;
    area.current?.focus();
    area.current?.setSelectionRange(current.start, current.end);
  }, [text]);
  const change = (next: string) => onChange(next === "" ? emptied(schema, isRequired) : next);
  const edit = (changed: (selected: Selected) => Selected) => {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
    selection.current = changed({ text, start: selectionStart, end: selectionEnd });
    change(selection.current.text);
  };
  const apply = (mark: Mark) => edit((selected) => withMark(selected, mark));
  const { paste, uploading, leaveOut } = usePaste((markdown) => edit((selected) => withText(selected, markdown)));
  // While pictures are on their way, the place that they belong to stays.
  const isFixed = isReadOnly || uploading > 0;
  const { setOpen, pickers } = useObjectPicker((object) => edit((selected) => withObject(selected, object)));
  const press = (event: KeyboardEvent) => {
    const mark = Object.entries(keys).find(([key]) => isCommand(event.nativeEvent, key))?.[1];
    if (!mark || isFixed) return;
    event.preventDefault();
    apply(mark);
  };
  return (
    <>
      <TextField
        className={fieldStyles.field ?? ""}
        value={text}
        onChange={change}
        isInvalid={error !== undefined}
        validationBehavior="aria"
        isReadOnly={isFixed}
        isRequired={isRequired}
      >
        <span className={fieldStyles.top}>
          <Label className={fieldStyles.label ?? ""}>
            <FieldLabel label={label} isRequired={isRequired} />
          </Label>
          <span className={fieldStyles.aside}>
            <Counter text={text} most={numberIn(schema.maxLength)} />
          </span>
        </span>
        <div className={styles.editor}>
          <Toolbar aria-label={texts.fields.formatting(label)} className={styles.bar ?? ""}>
            {marks.map(({ mark, icon: Icon, name }) => (
              <Button
                key={mark}
                variant="quiet"
                label={texts.fields[name]}
                className={styles.mark ?? ""}
                isDisabled={isFixed}
                onPress={() => apply(mark)}
              >
                <Icon className="icon" aria-hidden />
              </Button>
            ))}
            <ObjectButtons className={styles.mark ?? ""} isDisabled={isFixed} onOpen={setOpen} />
            <Button variant="quiet" className={styles.toggle ?? ""} aria-pressed={hasPreview} onPress={() => setPreview(!hasPreview)}>
              {hasPreview ? texts.fields.write : texts.fields.result}
            </Button>
          </Toolbar>
          <div className={styles.panes} data-preview={hasPreview || undefined}>
            <TextArea ref={area} className={styles.source ?? ""} rows={6} onKeyDown={press} onPaste={isFixed ? undefined : paste} />
            <div className={styles.result} role="group" aria-label={`${label}: ${texts.fields.result}`} tabIndex={0}>
              {deferredText.trim() === "" ? <p className="soft">{texts.fields.emptyResult}</p> : <MarkdownPreview text={deferredText} />}
            </div>
          </div>
          <div role="status" className={styles.uploading}>
            {uploading > 0 && texts.fields.uploadingPictures(uploading)}
            {uploading > 0 && <Button onPress={leaveOut}>{texts.fields.leaveOutPictures}</Button>}
          </div>
        </div>
        {hint !== undefined && error === undefined && (
          <Text slot="description" className={fieldStyles.hint ?? ""}>
            {hint}
          </Text>
        )}
        <FieldError className={fieldStyles.fault ?? ""}>{error}</FieldError>
      </TextField>
      {/* Not within the field: their own fields would take it for theirs. */}
      {pickers}
    </>
  );
}
