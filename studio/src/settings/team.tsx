import { useQueryClient } from "@tanstack/react-query";
import { isAdminError, type Member } from "@vitrine/client/admin";
import { useSession, useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Switch } from "../parts/choice.tsx";
import { Button } from "../parts/button.tsx";
import { Card, Rows } from "../parts/page.tsx";
import { usePaged } from "../parts/use-paged.ts";
import { toast } from "../parts/toast.tsx";
import { Invitations } from "./invitations.tsx";
import { MemberRow } from "./member-row.tsx";
import { SettingsPage } from "./settings-page.tsx";

/** Who works on the site, and who is invited. */
export function Team() {
  const { api, key, may } = useSite();
  const { admin } = useSession();
  const { items, hasMore, more } = usePaged<Member>([...key, "members"], (page, signal) =>
    api.sites.listMembers({ page, pageSize: 100 }, { signal }),
  );
  const { team, audit } = texts;
  return (
    <SettingsPage title={team.title} text={team.membersText}>
      <Card title={team.members}>
        <Rows>
          {items.map((member) => (
            <MemberRow key={member.id} member={member} isOneself={member.id === admin.id} />
          ))}
        </Rows>
        {hasMore && <Button onPress={more}>{audit.more}</Button>}
      </Card>
      {may("members:write") && <Invitations />}
      <Security />
    </SettingsPage>
  );
}

function Security() {
  const { site, api, key, may } = useSite();
  const queries = useQueryClient();
  const { settings } = texts;
  const { act, isBusy } = useMutation();
  const query = [...key, "settings"];
  const set = (requireSecondFactor: boolean) =>
    act(async () => {
      try {
        const saved = await api.sites.updateSite({ revision: site.revision, settings: { team: { requireSecondFactor } } });
        queries.setQueryData(query, saved);
        toast(settings.saved);
      } catch (error) {
        if (isAdminError(error, "revision_conflict")) await queries.invalidateQueries({ queryKey: query });
        throw error;
      }
    });
  return (
    <Card title={settings.security}>
      <Switch
        label={settings.requireSecondFactor}
        hint={settings.requireSecondFactorHint}
        isOn={site.settings.team?.requireSecondFactor ?? false}
        isDisabled={isBusy || !may("settings:write")}
        onChange={(isOn) => void set(isOn)}
      />
    </Card>
  );
}
