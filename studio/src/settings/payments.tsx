import { useSuspenseQuery, useQueryClient } from "@tanstack/react-query";
import { isAdminError, type Plugin, type PutPluginInput } from "@vitrine/client/admin";
import { useState } from "react";
import { serverAddress } from "../app/api.ts";
import { NotHere } from "../app/not-here.tsx";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { useMutation } from "../app/use-mutation.ts";
import { Switch } from "../parts/choice.tsx";
import { TextInput } from "../parts/field.tsx";
import { Leaving } from "../parts/leaving.tsx";
import { Card } from "../parts/page.tsx";
import { SaveBar } from "../parts/save-bar.tsx";
import { Secret } from "../parts/secret.tsx";
import { toast } from "../parts/toast.tsx";
import { PaymentsTest } from "./payments-test.tsx";
import { SettingsPage } from "./settings-page.tsx";

/** The account at the payment processor that the site's money goes to. */
export function Payments() {
  const { may } = useSite();
  return may("settings:write") ? <PaymentSettings /> : <NotHere />;
}

const plugin = "svc.payments";

/** What somebody has typed. An empty secret stays as the server has it. */
interface Draft {
  enabled: boolean;
  publishableKey: string;
  secretKey: string;
  webhookSecret: string;
}

const draftOf = ({ enabled, config }: Plugin): Draft => ({
  enabled,
  publishableKey: config.publishableKey ?? "",
  secretKey: "",
  webhookSecret: "",
});

function PaymentSettings() {
  const { api, key, may, slug } = useSite();
  const queries = useQueryClient();
  const { payments } = shopTexts;
  const { act, isBusy } = useMutation(payments.problems);
  const queryKey = [...key, "plugin", plugin];
  const { data: stored } = useSuspenseQuery({ queryKey, queryFn: () => api.sites.getPlugin({ plugin }) });
  const [draft, setDraft] = useState<Draft>();
  const values = draft ?? draftOf(stored);
  const isEdited = draft !== undefined && JSON.stringify(draft) !== JSON.stringify(draftOf(stored));
  const maySeeSecrets = may("plugins:secrets");
  const set = (change: Partial<Draft>) => setDraft({ ...values, ...change });
  const { secretKey, webhookSecrets = [] } = stored.config;
  const save = () =>
    act(async () => {
      try {
        const saved = await api.sites.putPlugin({ plugin, revision: stored.revision, ...inputOf(stored, values) });
        queries.setQueryData(queryKey, saved);
        setDraft(undefined);
        toast(payments.saved);
      } catch (error) {
        if (isAdminError(error, "revision_conflict")) await queries.invalidateQueries({ queryKey });
        throw error;
      }
    });
  const webhookAddress = location.origin + serverAddress(`api/public/v1/webhooks/${plugin}/${slug}`);
  return (
    <SettingsPage title={payments.title} text={payments.text}>
      <Card title={payments.state}>
        <Switch label={payments.takes} hint={payments.takesHint} isOn={values.enabled} onChange={(enabled) => set({ enabled })} />
      </Card>
      <Card title={payments.keys}>
        <div className="stack">
          <p className="soft">{maySeeSecrets ? payments.keysHint : payments.ownersOnly}</p>
          <TextInput
            label={payments.publishableKey}
            hint={payments.publishableHint}
            value={values.publishableKey}
            onChange={(publishableKey) => set({ publishableKey })}
            placeholder="pk_live_…"
            maxLength={500}
            autoComplete="off"
            spellCheck="false"
          />
          <TextInput
            label={payments.secretKey}
            hint={stateOf(secretKey)}
            type="password"
            isDisabled={!maySeeSecrets}
            value={values.secretKey}
            onChange={(typed) => set({ secretKey: typed })}
            placeholder="sk_live_…"
            maxLength={500}
            autoComplete="new-password"
            spellCheck="false"
          />
        </div>
      </Card>
      <Card title={payments.events}>
        <div className="stack">
          <p>{payments.eventsText}</p>
          <Secret label={payments.webhookAddress} value={webhookAddress} />
          <TextInput
            label={payments.webhookSecret}
            hint={stateOf(webhookSecrets[0])}
            type="password"
            isDisabled={!maySeeSecrets}
            value={values.webhookSecret}
            onChange={(typed) => set({ webhookSecret: typed })}
            placeholder="whsec_…"
            maxLength={500}
            autoComplete="new-password"
            spellCheck="false"
          />
        </div>
      </Card>
      <PaymentsTest isEdited={isEdited} />
      {isEdited && <SaveBar isBusy={isBusy} onSave={() => void save()} onDiscard={() => setDraft(undefined)} />}
      <Leaving isEdited={isEdited} />
    </SettingsPage>
  );
}

function stateOf(secret: { set: boolean; lastFour: string | null } | undefined): string {
  const { payments } = shopTexts;
  if (!secret?.set) return payments.secretMissing;
  return secret.lastFour === null ? payments.secretSet : payments.secretEnds(secret.lastFour);
}

/** The whole of the settings: the server keeps a secret that is left out. */
function inputOf(
  { config }: Plugin,
  { enabled, publishableKey, secretKey, webhookSecret }: Draft,
): Pick<PutPluginInput, "enabled" | "config"> {
  const key = publishableKey.trim();
  return {
    enabled,
    config: {
      ...(config.currency === undefined ? {} : { currency: config.currency }),
      ...(key === "" ? {} : { publishableKey: key }),
      ...(secretKey.trim() === "" ? {} : { secretKey: secretKey.trim() }),
      ...(webhookSecret.trim() === "" ? {} : { webhookSecrets: [webhookSecret.trim()] }),
    },
  };
}
