import { useQueryClient } from "@tanstack/react-query";
import { isAdminError, type AdminSite } from "@vitrine/client/admin";
import { useState } from "react";
import { useSite } from "../app/site.tsx";
import { localeName, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { Combo } from "../parts/combo.tsx";
import { Contested } from "../parts/contested.tsx";
import { TextInput } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import { toast } from "../parts/toast.tsx";
import { useEdits } from "../parts/use-edits.ts";
import { Locales } from "./locales.tsx";
import { SettingsPage } from "./settings-page.tsx";
import styles from "./settings.module.css";
import { timeZones } from "./time-zones.ts";

type Settings = AdminSite["settings"];

const members = ["name", "storefrontUrl", "defaultLocale", "locales", "allowedOrigins", "apiHosts", "settings"] as const;

/** The name, the address, the languages and the like of a site. */
export function General() {
  const { site, api, key, may } = useSite();
  const queries = useQueryClient();
  const { settings, app, media } = texts;
  const { act, isBusy } = useMutation();
  const edits = useEdits(site, members);
  const { values, set, isEdited } = edits;
  const [origins, setOrigins] = useState(values.allowedOrigins.join("\n"));
  const [hosts, setHosts] = useState(values.apiHosts.join("\n"));
  const [notified, setNotified] = useState(linesIn(values.settings.orders?.notify));
  const isLocked = !may("settings:write");
  const querySettings = [...key, "settings"];
  const save = () =>
    act(async () => {
      try {
        // Settings of other places stay as they are: the patch names what this form shows.
        const { settings: changed, ...changes } = edits.changes;
        const saved = await api.sites.updateSite({
          revision: edits.revision,
          ...changes,
          ...(changed === undefined ? {} : { settings: patchOf(changed) }),
        });
        queries.setQueryData(querySettings, saved);
        edits.saved(saved);
        setOrigins(saved.allowedOrigins.join("\n"));
        setHosts(saved.apiHosts.join("\n"));
        setNotified(linesIn(saved.settings.orders?.notify));
        toast(settings.saved);
      } catch (error) {
        if (isAdminError(error, "revision_conflict")) await queries.invalidateQueries({ queryKey: querySettings });
        throw error;
      }
    });
  const discard = () => {
    edits.discard();
    setOrigins(site.allowedOrigins.join("\n"));
    setHosts(site.apiHosts.join("\n"));
    setNotified(linesIn(site.settings.orders?.notify));
  };
  const withZone = (timeZone: string) => {
    const rest = { ...values.settings };
    delete rest.timeZone;
    set("settings", timeZone === "" ? rest : { ...rest, timeZone });
  };
  return (
    <SettingsPage title={settings.general} {...(isLocked ? { text: settings.readOnly } : {})}>
      <Card title={settings.site}>
        <div className="stack">
          <TextInput
            label={settings.name}
            isDisabled={isLocked}
            value={values.name}
            onChange={(name) => set("name", name)}
            maxLength={200}
          />
          <TextInput
            label={settings.storefront}
            hint={settings.storefrontHint}
            type="url"
            inputMode="url"
            placeholder="https://"
            isDisabled={isLocked}
            value={values.storefrontUrl ?? ""}
            onChange={(address) => set("storefrontUrl", address.trim() === "" ? null : address.trim())}
          />
          <Combo
            label={settings.timeZone}
            hint={settings.timeZoneHint}
            isDisabled={isLocked}
            isOpenEnded
            options={timeZones}
            value={values.settings.timeZone ?? "UTC"}
            onChange={withZone}
          />
          <TextInput label={settings.slug} hint={settings.slugHint} isReadOnly isDisabled value={site.slug} />
          <TextInput label={settings.currency} hint={settings.currencyHint} isReadOnly isDisabled value={site.currency.toUpperCase()} />
        </div>
      </Card>
      <Card title={settings.languages}>
        <div className="stack">
          <Locales
            locales={values.locales}
            main={values.defaultLocale}
            isDisabled={isLocked}
            onChange={(locales) => set("locales", locales)}
          />
          <Choice
            label={settings.defaultLocale}
            hint={settings.mainHint}
            isDisabled={isLocked}
            options={values.locales.map((locale) => ({ id: locale, label: localeName(locale) }))}
            value={values.defaultLocale}
            onChange={(locale) => set("defaultLocale", locale)}
          />
        </div>
      </Card>
      <Card title={settings.access}>
        <div className="stack">
          <TextInput
            label={settings.origins}
            hint={settings.originsHint}
            isLong
            isDisabled={isLocked}
            spellCheck="false"
            placeholder="https://www.example.com"
            value={origins}
            onChange={(lines) => {
              setOrigins(lines);
              set("allowedOrigins", linesOf(lines));
            }}
          />
          <TextInput
            label={settings.hosts}
            hint={settings.hostsHint}
            isLong
            isDisabled={isLocked}
            spellCheck="false"
            placeholder="api.example.com"
            value={hosts}
            onChange={(lines) => {
              setHosts(lines);
              set("apiHosts", linesOf(lines));
            }}
          />
        </div>
      </Card>
      <Card title={settings.orders}>
        <TextInput
          label={settings.orderMails}
          hint={settings.orderMailsHint}
          isLong
          isDisabled={isLocked}
          spellCheck="false"
          value={notified}
          onChange={(lines) => {
            setNotified(lines);
            const { notify, ...orders } = { ...values.settings.orders, notify: linesOf(lines) };
            set("settings", { ...values.settings, orders: notify.length > 0 ? { ...orders, notify } : orders });
          }}
        />
      </Card>
      {isEdited && (
        <div className={styles.save} data-save-bar role="group" aria-label={app.save}>
          {edits.isContested ? (
            <Contested onKeep={edits.keep} onTake={discard} />
          ) : (
            <>
              <span className="soft" role="status">
                {app.unsaved}
              </span>
              <Button onPress={discard}>{media.discard}</Button>
              <Button variant="primary" isDisabled={isBusy} onPress={() => void save()}>
                {app.save}
              </Button>
            </>
          )}
        </div>
      )}
    </SettingsPage>
  );
}

/** Of the settings, what this form shows. */
const patchOf = ({ timeZone, orders }: Settings) => ({
  timeZone: timeZone ?? null,
  ...(orders === undefined ? {} : { orders: { notify: orders.notify ?? null } }),
});

const linesIn = (lines: readonly string[] = []) => lines.join("\n");

const linesOf = (text: string) => [
  ...new Set(
    text
      .split(/\s+/)
      .map((line) => line.trim().replace(/\/$/, ""))
      .filter(Boolean),
  ),
];
