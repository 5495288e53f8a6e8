import type { StartTotpAnswer } from "@vitrine/client/admin";
import { useEffect, useEffectEvent, useState } from "react";
import { Form } from "react-aria-components";
import { api } from "../app/api.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { Secret } from "../parts/secret.tsx";
import styles from "./account.module.css";

/** Shows the secret for the app, and takes its first code. */
export function SetUpTotp({ onClose, onDone }: { onClose(): void; onDone(recoveryCodes: string[]): void }) {
  const { account } = shopTexts;
  const { app } = texts;
  const { act, isBusy } = useMutation(account.problems);
  const [started, setStarted] = useState<StartTotpAnswer>();
  const [code, setCode] = useState("");
  const start = useEffectEvent(async () => {
    const isDone = await act(async () => setStarted(await api.self.startTotp()));
    if (!isDone) onClose();
  });
  useEffect(() => void start(), []);
  const confirm = () =>
    act(async () => {
      const { recoveryCodes } = await api.self.confirmTotp({ code: code.replace(/\s/g, "") });
      onDone(recoveryCodes);
    });
  if (!started) return null;
  return (
    <Dialog title={account.totp} isOpen onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <p>{account.scan}</p>
        <div className={styles.scan}>
          {/* As a picture, in which nothing runs. */}
          <img className={styles.qr} src={`data:image/svg+xml,${encodeURIComponent(started.qrSvg)}`} alt={account.qr} />
          <div className="stack">
            <p className="soft">{account.cannotScan}</p>
            <Secret label={account.totp} value={started.secret} />
          </div>
        </div>
        <TextInput
          label={account.codeOfApp}
          value={code}
          onChange={setCode}
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
        />
        <div className="row">
          <Button type="submit" variant="primary" isDisabled={isBusy || code.trim().length < 6}>
            {account.confirmCode}
          </Button>
          <Button onPress={onClose}>{app.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
