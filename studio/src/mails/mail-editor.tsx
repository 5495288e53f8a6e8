import type { SiteMailKind } from "@vitrine/client/admin";
import { useRef, useState, type FocusEvent } from "react";
import { Form } from "react-aria-components";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { localeName, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Contested } from "../parts/contested.tsx";
import { TextInput } from "../parts/field.tsx";
import { Leaving } from "../parts/leaving.tsx";
import { Card } from "../parts/page.tsx";
import { SaveBar } from "../parts/save-bar.tsx";
import { toast } from "../parts/toast.tsx";
import { useEdits } from "../parts/use-edits.ts";
import { MailPreview } from "./mail-preview.tsx";
import { mailTextErrors, withSamples, type MailText, type MailTextError } from "./mail-text.ts";
import styles from "./mails.module.css";
import { Placeholders } from "./placeholders.tsx";
import { ProofButton } from "./proof-button.tsx";
import { usePreview } from "./use-preview.tsx";
import { useSaveSettings } from "./use-save-settings.ts";

interface MailEditorProps {
  mail: SiteMailKind;
  locale: string;
  /** Undefined: the shop has none yet. */
  ownText: MailText | undefined;
  /** The server's text is what recipients get now. */
  onStop(): void;
}

/** The shop's own text of a mail, with its placeholders and what recipients will read. */
export function MailEditor({ mail, locale, ownText, onStop }: MailEditorProps) {
  const { site } = useSite();
  const { mails } = shopTexts;
  const save = useSaveSettings();
  const { act, isBusy } = useMutation(mails.problems);
  const [isAsking, setAsking] = useState(false);
  const fields = useRef<Partial<Record<keyof MailText, HTMLInputElement | HTMLTextAreaElement>>>({});
  const latest = useRef<keyof MailText>("body");
  const edits = useEdits({ revision: site.revision, subject: ownText?.subject ?? "", body: ownText?.body ?? "" }, ["subject", "body"]);
  const { subject, body } = edits.values;
  const text = { subject, body };
  const errors = mailTextErrors(text, mail.placeholders);
  const isWrong = errors.subject !== undefined || errors.body !== undefined;
  const { preview, choice, isSample } = usePreview(mail, locale, text, isWrong);
  const problem = mail.texts.find((each) => each.locale === locale)?.problem ?? null;

  const patch = (change: MailText | null) => save(site.revision, { mails: { [mail.kind]: { [locale]: change } } });
  const store = async () => {
    if (await act(async () => edits.saved({ ...text, revision: (await patch(text)).revision }))) toast(mails.saved);
  };
  const reset = async () => {
    if (ownText !== undefined && !(await act(() => patch(null)))) return;
    setAsking(false);
    onStop();
    toast(mails.isReset);
  };
  const insert = (name: string, isInSubject: boolean) => {
    const member = isInSubject ? latest.current : "body";
    const field = fields.current[member];
    const [start, end] = [field?.selectionStart ?? text[member].length, field?.selectionEnd ?? text[member].length];
    edits.set(member, `${text[member].slice(0, start)}{${name}}${text[member].slice(end)}`);
    // The field has the new text after it was shown.
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(start + name.length + 2, start + name.length + 2);
    });
  };
  const props = (member: keyof MailText) => ({
    value: text[member],
    onChange: (value: string) => edits.set(member, value),
    onFocus: ({ target }: FocusEvent) => {
      latest.current = member;
      fields.current[member] = target as HTMLInputElement;
    },
    // A text that nobody has begun is not wrong yet.
    fault: text[member] === "" && ownText === undefined ? undefined : sentenceOf(errors[member]),
  });
  return (
    <>
      <Card title={mails.yours}>
        <Form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isWrong && !isBusy && edits.isEdited && !edits.isContested) void store();
          }}
        >
          {problem !== null && <p role="alert">{mails.unusable}</p>}
          <TextInput label={mails.subject} autoFocus={ownText === undefined} autoComplete="off" maxLength={200} {...props("subject")} />
          <div className={styles.long}>
            <TextInput label={mails.body} hint={mails.bodyHint} isLong maxLength={5_000} {...props("body")} />
          </div>
          <Placeholders mail={mail} text={text} onInsert={insert} />
          <div className="row">
            <ProofButton kind={mail.kind} locale={locale} text={text} isDisabled={isWrong} />
            <Button
              variant="quiet"
              isDisabled={isBusy}
              onPress={() => (ownText === undefined && !edits.isEdited ? onStop() : setAsking(true))}
            >
              {mails.reset}
            </Button>
          </div>
        </Form>
      </Card>
      <Card title={mails.preview}>
        <div className="stack">
          {choice}
          <p className="soft">{isSample ? mails.previewText : mails.orderText}</p>
          <MailPreview
            mail={preview ? { subject: preview.subject, body: preview.text.trim() } : withSamples(text, mail.placeholders)}
            locale={locale}
          />
        </div>
      </Card>
      {edits.isContested && <Contested onKeep={edits.keep} onTake={edits.discard} />}
      {edits.isEdited && !edits.isContested && (
        <SaveBar isBusy={isBusy} isWrong={isWrong} onSave={() => void store()} onDiscard={edits.discard} />
      )}
      <Leaving isEdited={edits.isEdited && !isBusy} />
      <Confirm
        title={mails.resetTitle}
        label={mails.reset}
        isOpen={isAsking}
        isBusy={isBusy}
        onClose={() => setAsking(false)}
        onConfirm={() => void reset()}
      >
        <p>{ownText === undefined ? texts.leaving.text : mails.resetText(localeName(locale))}</p>
      </Confirm>
    </>
  );
}

function sentenceOf(error: MailTextError | undefined): string | undefined {
  const { errors } = shopTexts.mails;
  if (error === undefined) return undefined;
  return error.code === "blank" || error.code === "brace" ? errors[error.code] : errors[error.code](error.name);
}
