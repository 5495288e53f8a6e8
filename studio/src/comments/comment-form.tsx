import { useState } from "react";
import { isCommand } from "../app/keys.ts";
import { reviewTexts } from "../app/review-texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { TextInput } from "../parts/field.tsx";
import { keepWords, useWords } from "./comments-state.ts";
import styles from "./comments.module.css";
import type { CommentPlace } from "./place.ts";

const longestComment = 4_000;

interface CommentFormProps {
  label: string;
  send: string;
  /** Under what the words are kept until they are sent. */
  of: CommentPlace | string;
  hasFocus?: boolean;
  onSend(text: string): Promise<unknown>;
  onSent?(): void;
  onCancel?(): void;
}

/** Takes a comment. What is not sent is there again when somebody comes back. */
export function CommentForm({ label, send, of, hasFocus = false, onSend, onSent, onCancel }: CommentFormProps) {
  const words = useWords(of);
  const { act, isBusy } = useMutation(reviewTexts.comments.problems);
  const [isTouched, setTouched] = useState(false);
  const isEmpty = words.trim() === "";
  const submit = async () => {
    if (isEmpty || isBusy) return;
    if (await act(() => onSend(words.trim()))) {
      keepWords(of, "");
      setTouched(false);
      onSent?.();
    }
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={(event) => {
        if (!isCommand(event.nativeEvent, "enter")) return;
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        isLong
        label={label}
        value={words}
        maxLength={longestComment}
        // The person asked for it: the field is what the next action needs.
        autoFocus={hasFocus}
        onFocus={() => setTouched(true)}
        onChange={(text) => keepWords(of, text)}
      />
      {(isTouched || !isEmpty) && (
        <span className="row">
          <Button type="submit" variant="primary" isDisabled={isEmpty || isBusy}>
            {send}
          </Button>
          {onCancel && (
            <Button variant="quiet" onPress={onCancel}>
              {texts.app.cancel}
            </Button>
          )}
        </span>
      )}
    </form>
  );
}
