import { useQueryClient } from "@tanstack/react-query";
import type { Member } from "@vitrine/client/admin";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { studioPath } from "../app/api.ts";
import { useSite } from "../app/site.tsx";
import { formatDate, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Menu } from "../parts/menu.tsx";
import { toast } from "../parts/toast.tsx";
import { roles, rolesToGive } from "./roles.ts";
import styles from "./settings.module.css";

/** A member: the role, and what those may do with it who run the team. */
export function MemberRow({ member, isOneself }: { member: Member; isOneself: boolean }) {
  const { api, key, site, may } = useSite();
  const queries = useQueryClient();
  const { team } = texts;
  const { act, isBusy } = useMutation(team.problems);
  const [isAsking, setAsking] = useState(false);
  const { id, name, email, role, revision, hasSecondFactor, createdAt } = member;
  const label = name || email || texts.app.somebody;
  const mayChange = may("members:write") && !isOneself && (role !== "OWNER" || may("owners:write"));
  const refresh = () => queries.invalidateQueries({ queryKey: [...key, "members"] });
  const setRole = async (next: string) => {
    const chosen = roles.find((each) => each === next);
    if (chosen === undefined || chosen === role) return;
    const isDone = await act(() => api.sites.updateMember({ id, revision, role: chosen }));
    await refresh();
    if (isDone) toast(team.roleChanged(label, texts.roles[chosen]));
  };
  const remove = async () => {
    const isDone = await act(() => api.sites.removeMember({ id, revision }));
    if (isDone && isOneself) return location.assign(`${studioPath}/`);
    await refresh();
    if (!isDone) return;
    setAsking(false);
    toast(team.removed(label));
  };
  return (
    <li>
      <span className={styles.who}>
        <span>
          {label} {isOneself && <Badge>{team.you}</Badge>}
        </span>
        <small>
          {email !== null && `${email} · `}
          {team.since(formatDate(createdAt, { dateStyle: "medium" }))}
        </small>
      </span>
      {hasSecondFactor !== null && (
        <Badge tone={hasSecondFactor ? "good" : "warn"}>{hasSecondFactor ? team.secondFactor : team.noSecondFactor}</Badge>
      )}
      {mayChange ? (
        <span className={styles.role}>
          <Choice
            label={team.roleOf(label)}
            isLabelUnseen
            options={rolesToGive(may)}
            value={role}
            isDisabled={isBusy}
            onChange={(next) => void setRole(next)}
          />
        </span>
      ) : (
        <span className={styles.role}>{texts.roles[role]}</span>
      )}
      {(mayChange || isOneself) && (
        <Menu
          label={team.actionsFor(label)}
          trigger={
            <Button variant="quiet" label={team.actionsFor(label)} isDisabled={isBusy}>
              <Ellipsis className="icon" aria-hidden />
            </Button>
          }
          groups={[[{ id: "remove", label: isOneself ? team.leave : team.remove, isDanger: true, onAction: () => setAsking(true) }]]}
        />
      )}
      <Confirm
        title={isOneself ? team.leave : team.remove}
        label={isOneself ? team.leave : team.remove}
        typed={isOneself ? site.name : label}
        isOpen={isAsking}
        isBusy={isBusy}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove()}
      >
        <p>{isOneself ? team.leaveText(site.name) : team.removeText(label)}</p>
      </Confirm>
    </li>
  );
}
