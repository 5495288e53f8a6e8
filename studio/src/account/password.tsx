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
import { refreshSelf, refreshSession } from "./self.ts";

/** The shortest that the server takes. */
const shortest = 8;

export function Password() {
  const { account } = shopTexts;
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={account.password} aside={<Button onPress={() => setOpen(true)}>{account.changePassword}</Button>}>
      <p className="soft">{account.passwordText}</p>
      <Dialog title={account.changePassword} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Change onDone={() => setOpen(false)} />
      </Dialog>
    </Card>
  );
}

function Change({ onDone }: { onDone(): void }) {
  const { admin } = useSession();
  const { account } = shopTexts;
  const { app } = texts;
  const { act, isBusy } = useMutation(account.problems);
  const [currentPassword, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const change = async () => {
    if (!(await act(() => api.self.changeOwnPassword({ currentPassword, password })))) return;
    toast(account.passwordChanged);
    onDone();
    await Promise.all([refreshSession(), refreshSelf("sessions")]);
  };
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void change();
      }}
    >
      {/* For password managers. */}
      <input type="hidden" autoComplete="username" value={admin.email} readOnly />
      <TextInput
        label={account.currentPassword}
        type="password"
        autoComplete="current-password"
        autoFocus
        value={currentPassword}
        onChange={setCurrent}
      />
      <TextInput
        label={account.newPassword}
        hint={account.passwordHint}
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        maxLength={200}
      />
      <div className="row">
        <Button type="submit" variant="primary" isDisabled={isBusy || currentPassword === "" || password.length < shortest}>
          {account.changePassword}
        </Button>
        <Button onPress={onDone}>{app.cancel}</Button>
      </div>
    </Form>
  );
}
