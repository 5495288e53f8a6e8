import { useState } from "react";
import { Form } from "react-aria-components";
import { api } from "../app/api.ts";
import { useSession } from "../app/site.tsx";
import { shopTexts } from "../app/shop-texts.ts";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import { toast } from "../parts/toast.tsx";
import { refreshSession } from "./self.ts";

/** The address to sign in with. */
export function Email() {
  const { admin } = useSession();
  const { account } = shopTexts;
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={account.email} aside={<Button onPress={() => setOpen(true)}>{account.changeEmail}</Button>}>
      <p>{admin.email}</p>
      <Dialog title={account.changeEmail} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Change onDone={() => setOpen(false)} />
      </Dialog>
    </Card>
  );
}

/** First the new address, then the code that was mailed to it. */
function Change({ onDone }: { onDone(): void }) {
  const { account } = shopTexts;
  const { app } = texts;
  const { act, isBusy } = useMutation(account.problems);
  const [email, setEmail] = useState("");
  const [isSent, setSent] = useState(false);
  const [code, setCode] = useState("");
  const go = async () => {
    if (!isSent) {
      if (await act(() => api.self.requestEmailChange({ email: email.trim() }))) setSent(true);
      return;
    }
    if (!(await act(() => api.self.confirmEmailChange({ code: code.trim() })))) return;
    await refreshSession();
    toast(account.emailChanged);
    onDone();
  };
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void go();
      }}
    >
      {isSent ? (
        <>
          <p role="status">{account.emailSent(email.trim())}</p>
          <TextInput label={account.code} value={code} onChange={setCode} autoFocus autoComplete="one-time-code" />
        </>
      ) : (
        <TextInput label={account.newEmail} type="email" value={email} onChange={setEmail} autoFocus autoComplete="email" />
      )}
      <div className="row">
        <Button type="submit" variant="primary" isDisabled={isBusy || (isSent ? code : email).trim() === ""}>
          {isSent ? account.changeEmail : account.sendCode}
        </Button>
        <Button onPress={onDone}>{app.cancel}</Button>
      </div>
    </Form>
  );
}
