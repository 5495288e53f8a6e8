import type { EditedForm, FormSubmission } from "@vitrine/client/admin";
import { Mail, MailCheck, MailOpen, ShieldAlert, ShieldCheck, Trash2 } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import button from "../parts/button.module.css";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { toast } from "../parts/toast.tsx";
import { useShowSubmission } from "./form-queries.ts";
import { answerAddressOf, mailtoOf, type SubmissionRow } from "./submission-rows.ts";

interface SubmissionActionsProps {
  form: EditedForm;
  submission: FormSubmission;
  rows: readonly SubmissionRow[];
  /** It is dealt with: the next one is shown. */
  onLeave(): void;
}

/** What can be done with a submission. To open it marks it as read. */
export function SubmissionActions({ form, submission, rows, onLeave }: SubmissionActionsProps) {
  const { api, may } = useSite();
  const { forms } = shopTexts;
  const { app } = texts;
  const show = useShowSubmission(form.slug);
  const { act, isBusy } = useMutation();
  const [isAsking, setAsking] = useState(false);
  const { id, read, spam } = submission;
  const mark = (change: { read?: boolean; spam?: boolean }) =>
    act(async () => show(id, await api.forms.updateSubmission({ slug: form.slug, id, ...change })));
  const markOpened = useEffectEvent(() => {
    if (!read && !spam) void mark({ read: true });
  });
  useEffect(() => markOpened(), []);
  const setSpam = async (isSpam: boolean) => {
    if (!(await mark({ spam: isSpam }))) return;
    toast(isSpam ? forms.markedSpam : forms.markedNotSpam, { label: app.undo, run: () => void mark({ spam: !isSpam }) });
    onLeave();
  };
  const remove = async () => {
    setAsking(false);
    if (!(await act(() => api.forms.deleteSubmission({ slug: form.slug, id })))) return;
    toast(forms.deleted);
    onLeave();
    show(id);
  };
  const address = answerAddressOf(rows);
  return (
    <div className="row">
      {address !== undefined && (
        <a className={`${button.button} ${button.primary}`} href={mailtoOf(address, forms.answerSubject(form.name))}>
          <Mail className="icon" aria-hidden />
          {forms.answer}
        </a>
      )}
      {!spam && (
        <Button isDisabled={isBusy} onPress={() => void mark({ read: !read })}>
          {read ? <MailCheck className="icon" aria-hidden /> : <MailOpen className="icon" aria-hidden />}
          {read ? forms.markUnread : forms.markRead}
        </Button>
      )}
      <Button isDisabled={isBusy} onPress={() => void setSpam(!spam)}>
        {spam ? <ShieldCheck className="icon" aria-hidden /> : <ShieldAlert className="icon" aria-hidden />}
        {spam ? forms.notSpam : forms.spam}
      </Button>
      {may("forms:write") && (
        <Button variant="danger" label={forms.delete} isDisabled={isBusy} onPress={() => setAsking(true)}>
          <Trash2 className="icon" aria-hidden />
        </Button>
      )}
      <Confirm
        title={forms.deleteTitle}
        label={forms.delete}
        isOpen={isAsking}
        isBusy={isBusy}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove()}
      >
        <p>{forms.deleteText}</p>
      </Confirm>
    </div>
  );
}
