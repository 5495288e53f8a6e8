import { useSuspenseQuery } from "@tanstack/react-query";
import { isAdminError, type CreatePasskeyInput, type Passkey } from "@vitrine/client/admin";
import { useState } from "react";
import { Form } from "react-aria-components";
import { api } from "../app/api.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { formatAgo, formatDate, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { Card, Rows } from "../parts/page.tsx";
import { toast } from "../parts/toast.tsx";
import settings from "../settings/settings.module.css";
import { passkeysQuery, refreshSelf, refreshSession } from "./self.ts";

const isSupported = "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;

/** Devices that sign the person in without a password. */
export function Passkeys() {
  const { data: passkeys } = useSuspenseQuery(passkeysQuery);
  const { account } = shopTexts;
  const [isAdding, setAdding] = useState(false);
  return (
    <Card title={account.passkeys} aside={isSupported && <Button onPress={() => setAdding(true)}>{account.addPasskey}</Button>}>
      <p className="soft">{account.passkeysText}</p>
      {!isSupported && <p className="soft">{account.noPasskeySupport}</p>}
      {passkeys.length > 0 && (
        <Rows>
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} />
          ))}
        </Rows>
      )}
      {isAdding && <Add onClose={() => setAdding(false)} />}
    </Card>
  );
}

function Row({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const { account } = shopTexts;
  const { team } = texts;
  const { act, isBusy } = useMutation(account.problems);
  const [isAsking, setAsking] = useState(false);
  const remove = async () => {
    if (!(await act(() => api.self.removePasskey({ id })))) return;
    setAsking(false);
    toast(account.passkeyRemoved);
    await Promise.all([refreshSelf("passkeys"), refreshSession()]);
  };
  return (
    <li>
      <span className={settings.who}>
        <span>{name}</span>
        <small>
          {team.since(formatDate(createdAt, { dateStyle: "medium" }))} ·{" "}
          {lastUsedAt === null ? account.neverUsed : `${account.used} ${formatAgo(lastUsedAt)}`}
        </small>
      </span>
      <Button variant="danger" aria-label={`${texts.app.remove}: ${name}`} onPress={() => setAsking(true)}>
        {texts.app.remove}
      </Button>
      <Confirm
        title={`${texts.app.remove}: ${name}`}
        label={texts.app.remove}
        typed={name}
        isOpen={isAsking}
        isBusy={isBusy}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove()}
      >
        <p>{account.removePasskeyText(name)}</p>
      </Confirm>
    </li>
  );
}

function Add({ onClose }: { onClose(): void }) {
  const { account } = shopTexts;
  const { app } = texts;
  const { act, isBusy } = useMutation(account.problems);
  const [name, setName] = useState("");
  const add = async () => {
    const isDone = await act(async () => {
      const { challengeId, options } = await api.self.startPasskey();
      try {
        await api.self.createPasskey({ name: name.trim(), challengeId, credential: await newCredential(options) });
      } catch (error) {
        if (isAdminError(error)) throw error;
        // The browser does not say more.
        return toast(account.passkeyStopped);
      }
      toast(account.passkeyAdded);
      onClose();
    });
    if (isDone) await Promise.all([refreshSelf("passkeys"), refreshSelf("sessions"), refreshSession()]);
  };
  return (
    <Dialog title={account.addPasskey} isOpen onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextInput
          label={account.passkeyName}
          hint={account.passkeyNameHint}
          value={name}
          onChange={setName}
          autoFocus
          maxLength={100}
          autoComplete="off"
        />
        <div className="row">
          <Button type="submit" variant="primary" isDisabled={isBusy || name.trim() === ""}>
            {account.addPasskey}
          </Button>
          <Button onPress={onClose}>{app.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Has the device make a passkey. Throws if the person stops it. */
async function newCredential(options: object): Promise<CreatePasskeyInput["credential"]> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  return credential.toJSON() as CreatePasskeyInput["credential"];
}
