import { useQueryClient } from "@tanstack/react-query";
import type { ServerAdmin } from "@vitrine/client/admin";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { Form } from "react-aria-components";
import { api } from "../app/api.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSession } from "../app/site.tsx";
import { formatDate, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import { Switch } from "../parts/choice.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { Menu } from "../parts/menu.tsx";
import { toast } from "../parts/toast.tsx";
import { SearchedRows } from "./searched-rows.tsx";
import styles from "./server.module.css";

const queryKey = ["server-people"] as const;

/** Every account of the server. */
export function People() {
  const { server } = shopTexts;
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <SearchedRows<ServerAdmin>
        title={server.tabs.people}
        add={server.newPerson}
        onAdd={() => setCreating(true)}
        find={server.findPerson}
        none={server.noPeople}
        queryKey={queryKey}
        read={(page, q, signal) => api.server.listServerAdmins({ page, pageSize: 50, q }, { signal })}
        show={(person) => <PersonRow key={person.id} person={person} />}
      />
      {isCreating && <NewPerson onClose={() => setCreating(false)} />}
    </>
  );
}

type Asking = "disable" | "promote";

function PersonRow({ person }: { person: ServerAdmin }) {
  const { admin } = useSession();
  const queries = useQueryClient();
  const { server } = shopTexts;
  const { act, isBusy } = useMutation(server.problems);
  const [asking, setAsking] = useState<Asking>();
  const { id, name, email, isOperator, isDisabled, hasSecondFactor, sites, lastSeenAt } = person;
  const label = name || email;
  const isOneself = id === admin.id;
  const change = async (changes: { isOperator?: boolean; isDisabled?: boolean }) => {
    const isDone = await act(() => api.server.updateServerAdmin({ id, ...changes }));
    await queries.invalidateQueries({ queryKey });
    if (!isDone) return;
    setAsking(undefined);
    toast(server.personSaved(label));
  };
  const seen = lastSeenAt === null ? server.neverSeen : server.seen(formatDate(lastSeenAt));
  return (
    <li>
      <span className={styles.who}>
        <span>
          {label} {isOneself && <Badge>{texts.team.you}</Badge>} {isOperator && <Badge tone="accent">{server.operator}</Badge>}{" "}
          {isDisabled && <Badge tone="bad">{server.disabled}</Badge>}
        </span>
        <small>{[email, seen, hasSecondFactor ? texts.team.secondFactor : texts.team.noSecondFactor].join(" · ")}</small>
        {sites.length > 0 && <small>{sites.map(({ slug, role }) => `${slug} (${texts.roles[role]})`).join(", ")}</small>}
      </span>
      {!isOneself && (
        <Menu
          label={server.actionsFor(label)}
          trigger={
            <Button variant="quiet" label={server.actionsFor(label)} isDisabled={isBusy}>
              <Ellipsis className="icon" aria-hidden />
            </Button>
          }
          groups={[
            [
              isOperator
                ? { id: "demote", label: server.demote, onAction: () => void change({ isOperator: false }) }
                : { id: "promote", label: server.promote, isDisabled, onAction: () => setAsking("promote") },
            ],
            [
              isDisabled
                ? { id: "enable", label: server.enable, onAction: () => void change({ isDisabled: false }) }
                : { id: "disable", label: server.disable, isDanger: true, onAction: () => setAsking("disable") },
            ],
          ]}
        />
      )}
      <Confirm
        title={asking === "promote" ? server.promoteOf(label) : server.disableOf(label)}
        label={asking === "promote" ? server.promote : server.disable}
        isOpen={asking !== undefined}
        isBusy={isBusy}
        onClose={() => setAsking(undefined)}
        onConfirm={() => void change(asking === "promote" ? { isOperator: true } : { isDisabled: true })}
      >
        <p>{asking === "promote" ? server.promoteText : server.disableText}</p>
      </Confirm>
    </li>
  );
}

function NewPerson({ onClose }: { onClose(): void }) {
  const queries = useQueryClient();
  const { server } = shopTexts;
  const { act, isBusy } = useMutation(server.problems);
  const [email, setEmail] = useState("");
  const [isOperator, setOperator] = useState(false);
  const create = async () => {
    const address = email.trim();
    const isDone = await act(() => api.server.createServerAdmin({ email: address, isOperator }));
    await queries.invalidateQueries({ queryKey });
    if (!isDone) return;
    onClose();
    toast(texts.team.invited(address));
  };
  return (
    <Dialog title={server.newPerson} isOpen onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <TextInput label={texts.team.email} type="email" value={email} onChange={setEmail} autoFocus maxLength={254} autoComplete="off" />
        <Switch label={server.runsServer} hint={server.promoteText} isOn={isOperator} onChange={setOperator} />
        <div className="row">
          <Button type="submit" variant="primary" isDisabled={isBusy || !/^\S+@\S+$/.test(email.trim())}>
            {server.newPerson}
          </Button>
          <Button onPress={onClose}>{texts.app.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
