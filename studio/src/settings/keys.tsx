import { useQueryClient } from "@tanstack/react-query";
import type { ApiKey } from "@vitrine/client/admin";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { Form } from "react-aria-components";
import { NotHere } from "../app/not-here.tsx";
import { useSite } from "../app/site.tsx";
import { formatDate, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { Loading } from "../parts/loading.tsx";
import { Card, Empty, Rows } from "../parts/page.tsx";
import { Secret } from "../parts/secret.tsx";
import { toast } from "../parts/toast.tsx";
import { usePaged } from "../parts/use-paged.ts";
import { SettingsPage } from "./settings-page.tsx";
import styles from "./settings.module.css";

/** The keys with which storefronts read the site. */
export function Keys() {
  const { may } = useSite();
  return may("keys:write") ? <KeyList /> : <NotHere />;
}

function KeyList() {
  const { api, key } = useSite();
  const { keys, audit } = texts;
  const [isMaking, setMaking] = useState(false);
  const { items, isLoading, hasMore, more } = usePaged<ApiKey>([...key, "keys"], (page, signal) =>
    api.sites.listApiKeys({ page, pageSize: 100 }, { signal }),
  );
  const active = items.filter(({ revokedAt }) => revokedAt === null);
  const old = items.filter(({ revokedAt }) => revokedAt !== null);
  const create = (
    <Button variant="primary" onPress={() => setMaking(true)}>
      <Plus className="icon" aria-hidden />
      {keys.create}
    </Button>
  );
  if (isLoading) return <Loading />;
  return (
    <SettingsPage title={keys.title} text={keys.text} actions={create}>
      {active.length === 0 ? (
        <Empty icon={<KeyRound aria-hidden />} text={keys.none} action={create} />
      ) : (
        <Card>
          <Rows>
            {active.map((each) => (
              <Row key={each.id} apiKey={each} />
            ))}
          </Rows>
        </Card>
      )}
      {old.length > 0 && (
        <Card title={keys.old}>
          <Rows>
            {old.map((each) => (
              <Row key={each.id} apiKey={each} />
            ))}
          </Rows>
        </Card>
      )}
      {hasMore && <Button onPress={more}>{audit.more}</Button>}
      {isMaking && <NewKey onClose={() => setMaking(false)} />}
    </SettingsPage>
  );
}

function Row({ apiKey: { id, name, lastFour, createdAt, revokedAt } }: { apiKey: ApiKey }) {
  const { api, key } = useSite();
  const queries = useQueryClient();
  const { keys } = texts;
  const { act, isBusy } = useMutation();
  const [isAsking, setAsking] = useState(false);
  const date = (at: string) => formatDate(at, { dateStyle: "medium" });
  const revoke = async () => {
    const isDone = await act(() => api.sites.revokeApiKey({ id }));
    void queries.invalidateQueries({ queryKey: [...key, "keys"] });
    if (!isDone) return;
    setAsking(false);
    toast(keys.revoked);
  };
  return (
    <li>
      <span className={styles.who}>
        <span>{name}</span>
        <small>
          {keys.ends(lastFour)} · {revokedAt === null ? keys.since(date(createdAt)) : keys.revokedAt(date(revokedAt))}
        </small>
      </span>
      {revokedAt === null && (
        <Button variant="danger" aria-label={keys.revokeOf(name)} onPress={() => setAsking(true)}>
          {keys.revoke}
        </Button>
      )}
      <Confirm
        title={keys.revokeOf(name)}
        label={keys.revoke}
        typed={name}
        isOpen={isAsking}
        isBusy={isBusy}
        onClose={() => setAsking(false)}
        onConfirm={() => void revoke()}
      >
        <p>{keys.revokeText(name)}</p>
      </Confirm>
    </li>
  );
}

function NewKey({ onClose }: { onClose(): void }) {
  const { api, key } = useSite();
  const queries = useQueryClient();
  const { keys, app } = texts;
  const { act, isBusy } = useMutation(keys.problems);
  const [name, setName] = useState("");
  const [newKey, setNewKey] = useState<string>();
  const create = () =>
    act(async () => {
      const created = await api.sites.createApiKey({ name: name.trim() });
      setNewKey(created.key);
      void queries.invalidateQueries({ queryKey: [...key, "keys"] });
    });
  if (newKey !== undefined)
    return (
      <Dialog title={name} isOpen onClose={onClose} role="alertdialog" actions={<Button onPress={onClose}>{app.done}</Button>}>
        <p>{keys.created}</p>
        <Secret label={name} value={newKey} />
      </Dialog>
    );
  return (
    <Dialog title={keys.create} isOpen onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <TextInput label={keys.name} hint={keys.nameHint} value={name} onChange={setName} autoFocus maxLength={100} autoComplete="off" />
        <div className="row">
          <Button type="submit" variant="primary" isDisabled={isBusy || name.trim() === ""}>
            {keys.create}
          </Button>
          <Button onPress={onClose}>{app.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
