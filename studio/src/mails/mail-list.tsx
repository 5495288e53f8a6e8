import { useSuspenseQuery } from "@tanstack/react-query";
import type { SiteMailKind } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { localeName } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Badge } from "../parts/badge.tsx";
import { Switch } from "../parts/choice.tsx";
import { Card, Rows } from "../parts/page.tsx";
import { To } from "../parts/to.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { FailedMails } from "./failed-mails.tsx";
import { mailsQuery } from "./mail-queries.ts";
import styles from "./mails.module.css";
import { useSaveSettings } from "./use-save-settings.ts";

/** Every mail that the shop sends by itself, by who gets it. */
export function MailList() {
  const site = useSite();
  const { mails } = shopTexts;
  const { data: kinds } = useSuspenseQuery(mailsQuery(site));
  return (
    <SettingsPage title={mails.title} text={mails.text}>
      {(["buyer", "customer", "team"] as const).map((to) => (
        <Card key={to} title={mails.to[to]}>
          {to === "buyer" && <ConfirmationSwitch />}
          <Rows>
            {kinds.data
              .filter((kind) => kind.to === to)
              .map((kind) => (
                <MailRow key={kind.kind} mail={kind} />
              ))}
          </Rows>
        </Card>
      ))}
      <FailedMails />
    </SettingsPage>
  );
}

function MailRow({ mail }: { mail: SiteMailKind }) {
  const { slug, site } = useSite();
  const { mails } = shopTexts;
  const { name = mail.kind, when = mail.sentWhen } = mails.kinds[mail.kind] ?? {};
  return (
    <li>
      <span className={styles.mail}>
        <To path={`/sites/${slug}/settings/mails/${mail.kind}/${site.defaultLocale}`}>{name}</To>
        <small className="soft">{when}</small>
      </span>
      {mail.texts.map(({ locale, own, problem }) =>
        problem !== null ? (
          <Badge key={locale} tone="bad">
            {mails.broken(localeName(locale))}
          </Badge>
        ) : (
          own && (
            <Badge key={locale} tone="accent">
              {mails.own(localeName(locale))}
            </Badge>
          )
        ),
      )}
      {!mail.enabled && <Badge>{mails.off}</Badge>}
    </li>
  );
}

/** Switches the mails about payments on. */
function ConfirmationSwitch() {
  const { site } = useSite();
  const { mails } = shopTexts;
  const save = useSaveSettings();
  const { act, isBusy } = useMutation(mails.problems);
  return (
    <div className={styles.switch}>
      <Switch
        label={mails.confirmationMail}
        isOn={site.settings.orders?.confirmationMail ?? false}
        isDisabled={isBusy}
        onChange={(confirmationMail) => void act(() => save(site.revision, { orders: { confirmationMail } }))}
      />
    </div>
  );
}
