import { useQuery } from "@tanstack/react-query";
import { isAdminError } from "@vitrine/client/admin";
import { useState } from "react";
import { Form } from "react-aria-components";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { api } from "./api.ts";
import { describeProblem } from "./problems.ts";
import { sessionQuery } from "./site.tsx";
import { texts } from "./texts.ts";

/** The question for the password. `answer` gets whether the person signed in. */
export function ConfirmDialog({ answer }: { answer(isConfirmed: boolean): void }) {
  return (
    <Dialog title={texts.confirm.title} isOpen onClose={() => answer(false)}>
      <Question onConfirmed={() => answer(true)} />
    </Dialog>
  );
}

function Question({ onConfirmed }: { onConfirmed(): void }) {
  const { data: session } = useQuery(sessionQuery);
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const run = async (confirm: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await confirm();
      onConfirmed();
    } catch (error) {
      setError(isAdminError(error) ? describeProblem(error, { invalid_credentials: texts.confirm.wrong }) : texts.confirm.passkeyStopped);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void run(() => api.session.confirmSession({ password }));
      }}
    >
      <p>{texts.confirm.text}</p>
      <input type="hidden" autoComplete="username" value={session?.admin.email ?? ""} readOnly />
      <TextInput
        label={texts.confirm.password}
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={(next) => {
          setPassword(next);
          setError(undefined);
        }}
        fault={error}
        hint={texts.confirm.noPassword}
      />
      <div className="row">
        <Button type="submit" variant="primary" isDisabled={isBusy || password === ""}>
          {texts.confirm.go}
        </Button>
        {session?.admin.secondFactors.includes("PASSKEY") && (
          <Button isDisabled={isBusy} onPress={() => void run(signInWithPasskey)}>
            {texts.confirm.passkey}
          </Button>
        )}
      </div>
    </Form>
  );
}

/** A sign-in with a passkey is recent as well. */
async function signInWithPasskey(): Promise<void> {
  const { challengeId, options } = await api.session.startPasskeySignIn();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  await api.session.signInWithPasskey({ challengeId, credential: credential.toJSON() as never });
}
