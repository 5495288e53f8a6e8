import { X } from "lucide-react";
import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { Button, Tag, TagGroup, TagList } from "react-aria-components";
import { texts } from "../app/texts.ts";
import { TextInput } from "../parts/field.tsx";
import styles from "./fields.module.css";
import type { KindProps } from "./kind-props.ts";
import { FieldLabel } from "./label.tsx";
import { emptied, nothing, numberIn } from "./schema.ts";

/** A list of short texts. Enter or a comma adds one; Backspace in the empty field takes the last one back. */
export function TagsField({ schema, value, label, hint, isRequired, isReadOnly, fault: error, onChange }: KindProps) {
  const [typed, setTyped] = useState("");
  const group = useRef<HTMLDivElement>(null);
  const tags = Array.isArray(value) ? value.filter((tag) => typeof tag === "string") : [];
  const most = numberIn(schema.maxItems);
  const change = (next: readonly string[]) => onChange(next.length === 0 && !isRequired ? emptied(nothing, false) : next);
  const add = (text: string) => {
    const words = text.split(/[,\n]/).flatMap((word) => word.trim() || []);
    const added = schema.uniqueItems === true ? words.filter((word, at) => !tags.includes(word) && words.indexOf(word) === at) : words;
    if (added.length > 0) change([...tags, ...added]);
    setTyped("");
  };
  const press = (event: KeyboardEvent) => {
    // The Enter that ends a composed word is none.
    if ((event.key === "Enter" || event.key === ",") && !event.nativeEvent.isComposing) {
      event.preventDefault();
      add(typed);
    }
    if (event.key === "Backspace" && typed === "" && tags.length > 0) {
      event.preventDefault();
      setTyped(tags.at(-1) ?? "");
      change(tags.slice(0, -1));
    }
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    if (!/[,\n]/.test(text)) return;
    event.preventDefault();
    add(typed + text);
  };
  const remove = (ids: Set<unknown>) => change(tags.filter((_, index) => !ids.has(index)));
  return (
    <div className={styles.tags} onPaste={paste}>
      <TextInput
        label={<FieldLabel label={label} isRequired={isRequired} />}
        hint={hint === undefined ? texts.fields.tagsHint : `${hint} ${texts.fields.tagsHint}`}
        fault={error}
        aside={most !== undefined && tags.length >= most - 2 ? `${tags.length} / ${most}` : undefined}
        value={typed}
        onChange={setTyped}
        onKeyDown={press}
        onBlur={() => add(typed)}
        isReadOnly={isReadOnly}
      />
      {tags.length > 0 && (
        <TagGroup ref={group} aria-label={texts.fields.tagList(label)} {...(isReadOnly ? {} : { onRemove: remove })}>
          <TagList className={styles.chips ?? ""}>
            {tags.map((tag, index) => (
              <Tag key={index} id={index} textValue={tag} className={styles.tag ?? ""}>
                {tag}
                {!isReadOnly && (
                  <Button slot="remove" aria-label={texts.fields.removeTag(tag)} className={styles.untag ?? ""}>
                    <X className="icon" aria-hidden />
                  </Button>
                )}
              </Tag>
            ))}
          </TagList>
        </TagGroup>
      )}
    </div>
  );
}
