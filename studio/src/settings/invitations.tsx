import { useQueryClient } from "@tanstack/react-query";
import type { Invitation } from "@vitrine/client/admin";
import { useState } from "react";
import { Form } from "react-aria-components";
import { describeProblem } from "../app/problems.ts";
import { confirmed, NotConfirmed } from "../app/confirmed.ts";
import { useSite } from "../app/site.tsx";
import { formatDate, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { TextInput } from "../parts/field.tsx";
import { Card, Rows } from "../parts/page.tsx";
import { toast } from "../parts/toast.tsx";
import { usePaged } from "../parts/use-paged.ts";
import { roles, rolesToGive, type Role } from "./roles.ts";
import styles from "./settings.module.css";

/** Those who are invited and have not come yet, and the way to invite others. */
export function Invitations() {
  const { api, key } = useSite();
  const { team, audit } = texts;
  const { items, total, hasMore, more } = usePaged<Invitation>([...key, "invitations"], (page, signal) =>
    api.sites.listInvitations({ page, pageSize: 100 }, { signal }),
  );
  return (
    <Card title={team.invitations}>
      <div className="stack">
        <Invite />
        {total === 0 ? (
          <p className="soft">{team.noInvitations}</p>
        ) : (
          <Rows>
            {items.map((invitation) => (
              <Row key={invitation.id} invitation={invitation} />
            ))}
          </Rows>
        )}
        {hasMore && <Button onPress={more}>{audit.more}</Button>}
      </div>
    </Card>
  );
}

function Invite() {
  const { api, key, may } = useSite();
  const queries = useQueryClient();
  const { team } = texts;
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("EDITOR");
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const invite = async () => {
    if (!/^\S+@\S+\.\S+$/.test(email.trim())) return setError(team.badEmail);
    setBusy(true);
    try {
      await confirmed(() => api.sites.createInvitation({ email: email.trim(), role }));
      toast(team.invited(email.trim()));
      setEmail("");
    } catch (error) {
      // Beside the address: it is about it.
      if (!(error instanceof NotConfirmed)) setError(describeProblem(error, team.problems));
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: [...key, "invitations"] });
    }
  };
  return (
    <Form
      className={styles.inline ?? ""}
      onSubmit={(event) => {
        event.preventDefault();
        void invite();
      }}
    >
      <TextInput
        label={team.email}
        inputMode="email"
        autoComplete="off"
        value={email}
        fault={error}
        onChange={(next) => {
          setEmail(next);
          setError(undefined);
        }}
      />
      <Choice
        label={team.role}
        options={rolesToGive(may)}
        value={role}
        onChange={(next) => setRole(roles.find((each) => each === next) ?? role)}
      />
      <Button type="submit" variant="primary" isDisabled={isBusy || email.trim() === ""}>
        {team.invite}
      </Button>
    </Form>
  );
}

function Row({ invitation }: { invitation: Invitation }) {
  const { api, key, may } = useSite();
  const queries = useQueryClient();
  const { team } = texts;
  const { act, isBusy } = useMutation(team.problems);
  const { id, email, role, expiresAt, invitedBy } = invitation;
  const isOld = Date.parse(expiresAt) < Date.now();
  const run = async (work: () => Promise<unknown>, said: string) => {
    const isDone = await act(work);
    void queries.invalidateQueries({ queryKey: [...key, "invitations"] });
    if (isDone) toast(said);
  };
  const mayChange = role !== "OWNER" || may("owners:write");
  return (
    <li>
      <span className={styles.who}>
        <span>{email}</span>
        <small>
          {texts.roles[role]}
          {invitedBy && ` · ${team.invitedBy(invitedBy.name)}`}
        </small>
      </span>
      <Badge tone={isOld ? "warn" : "plain"}>{isOld ? team.expired : team.expires(formatDate(expiresAt, { dateStyle: "medium" }))}</Badge>
      {mayChange && (
        <>
          <Button
            variant="quiet"
            isDisabled={isBusy}
            aria-label={`${team.resend}: ${email}`}
            onPress={() => void run(() => api.sites.resendInvitation({ id }), team.resent)}
          >
            {team.resend}
          </Button>
          <Button
            variant="quiet"
            isDisabled={isBusy}
            aria-label={`${team.withdraw}: ${email}`}
            onPress={() => void run(() => api.sites.removeInvitation({ id }), team.withdrawn)}
          >
            {team.withdraw}
          </Button>
        </>
      )}
    </li>
  );
}
