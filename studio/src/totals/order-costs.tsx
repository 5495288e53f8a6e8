import { useQueryClient } from "@tanstack/react-query";
import { isAdminError } from "@vitrine/client/admin";
import { Plus } from "lucide-react";
import { useState } from "react";
import { NotHere } from "../app/not-here.tsx";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Switch } from "../parts/choice.tsx";
import { Leaving } from "../parts/leaving.tsx";
import { Card } from "../parts/page.tsx";
import { SaveBar } from "../parts/save-bar.tsx";
import { toast } from "../parts/toast.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { costsOf, gapsOf, newZone, patchOf, withoutAmounts, type Costs, type Gaps } from "./costs-draft.ts";
import { countries } from "../parts/countries.ts";
import { CurrencyFields } from "./currency-fields.tsx";
import { TaxFields } from "./tax-fields.tsx";
import { ZoneFields } from "./zone-fields.tsx";

/** Where the shop sends, and what shipping and tax cost. */
export function OrderCosts() {
  const { may } = useSite();
  return may("settings:write") ? <CostsForm /> : <NotHere />;
}

function CostsForm() {
  const { site, api, key } = useSite();
  const queries = useQueryClient();
  const { totals } = shopTexts;
  const { act, isBusy } = useMutation();
  const [draft, setDraft] = useState<Costs>();
  const stored = costsOf(site);
  const costs = draft ?? stored;
  const isEdited = draft !== undefined && JSON.stringify(draft) !== JSON.stringify(stored);
  const set = (change: Partial<Costs>) => setDraft({ ...costs, ...change });
  const gaps = gapsOf(costs, site.defaultLocale);
  const gap = (Object.keys(gaps) as (keyof Gaps)[]).find((each) => gaps[each]);
  const querySettings = [...key, "settings"];
  const save = () =>
    act(async () => {
      try {
        const saved = await api.sites.updateSite({ revision: site.revision, ...patchOf(costs, site.currency) });
        queries.setQueryData(querySettings, saved);
        setDraft(undefined);
        toast(totals.saved);
      } catch (error) {
        if (isAdminError(error, "revision_conflict")) await queries.invalidateQueries({ queryKey: querySettings });
        throw error;
      }
    });
  const used = new Set(costs.zones.filter(({ regions }) => !regions).flatMap((zone) => zone.countries));
  const free = [{ id: "*", label: totals.everywhere }, ...countries()].filter(({ id }) => !used.has(id));
  return (
    <SettingsPage title={totals.title} text={totals.text}>
      <Card title={totals.who}>
        <Switch label={totals.byRules} hint={totals.byRulesHint} isOn={costs.isByRules} onChange={(isByRules) => set({ isByRules })} />
      </Card>
      <CurrencyFields
        own={site.currency}
        currencies={costs.currencies}
        onChange={(currencies) => set({ currencies, zones: withoutAmounts(costs.zones, currencies) })}
      />
      {costs.zones.length === 0 && (
        <Card title={totals.shipping}>
          <p className="soft">{totals.noZones}</p>
        </Card>
      )}
      {costs.zones.map((zone, index) => (
        <ZoneFields
          key={zone.id}
          zone={zone}
          free={free}
          currencies={costs.currencies}
          onChange={(changed) => set({ zones: costs.zones.with(index, changed) })}
          onRemove={() => set({ zones: costs.zones.filter((each) => each !== zone) })}
        />
      ))}
      <div>
        <Button onPress={() => set({ zones: [...costs.zones, newZone()] })}>
          <Plus className="icon" aria-hidden />
          {totals.addZone}
        </Button>
      </div>
      <TaxFields tax={costs.tax} onChange={(tax) => set({ tax })} />
      {isEdited && (
        <SaveBar
          isBusy={isBusy}
          isWrong={gap !== undefined}
          {...(gap === undefined ? {} : { status: totals.gaps[gap] })}
          onSave={() => void save()}
          onDiscard={() => setDraft(undefined)}
        />
      )}
      <Leaving isEdited={isEdited} />
    </SettingsPage>
  );
}
