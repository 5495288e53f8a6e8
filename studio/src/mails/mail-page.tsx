import { useSuspenseQuery } from "@tanstack/react-query";
import type { SiteMailKind } from "@vitrine/client/admin";
import { useState } from "react";
import { NotHere } from "../app/not-here.tsx";
import { useGo, usePlace } from "../app/place.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { localeName } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { Loading } from "../parts/loading.tsx";
import { Card } from "../parts/page.tsx";
import { To } from "../parts/to.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { MailEditor } from "./mail-editor.tsx";
import { MailPreview } from "./mail-preview.tsx";
import { mailsQuery } from "./mail-queries.ts";
import type { MailText } from "./mail-text.ts";
import styles from "./mails.module.css";
import { ProofButton } from "./proof-button.tsx";
import { usePreview } from "./use-preview.tsx";

/** One kind of mail in one language: whose text the recipients get, and the shop's own. */
export function MailPage() {
  const site = useSite();
  const { kind = "", locale = "" } = usePlace();
  const { data: kinds } = useSuspenseQuery(mailsQuery(site));
  const mail = kinds.data.find((each) => each.kind === kind);
  if (!mail || !site.site.locales.includes(locale)) return <NotHere />;
  return <Mail key={kind} mail={mail} locale={locale} />;
}

function Mail({ mail, locale }: { mail: SiteMailKind; locale: string }) {
  const { slug, site } = useSite();
  const go = useGo();
  const { mails } = shopTexts;
  const { name = mail.kind, when = mail.sentWhen } = mails.kinds[mail.kind] ?? {};
  const base = `/sites/${slug}/settings`;
  return (
    <SettingsPage title={name} text={when} actions={<To path={`${base}/mails`}>{mails.all}</To>}>
      {!mail.enabled && <Off mail={mail} />}
      {site.locales.length > 1 && (
        <div className={styles.language}>
          <Choice
            label={mails.language}
            options={site.locales.map((each) => ({ id: each, label: localeName(each) }))}
            value={locale}
            onChange={(next) => go(`${base}/mails/${mail.kind}/${next}`, { replace: true })}
          />
        </div>
      )}
      <Text key={locale} mail={mail} locale={locale} />
    </SettingsPage>
  );
}

/** The shop's own text, or the server's until somebody writes one. */
function Text({ mail, locale }: { mail: SiteMailKind; locale: string }) {
  const { site } = useSite();
  const ownTexts: Readonly<Record<string, MailText | undefined>> = site.settings.mails?.[mail.kind] ?? {};
  const ownText = ownTexts[locale];
  const [state, setState] = useState<"reading" | "writing" | "back">(ownText === undefined ? "reading" : "writing");
  return state === "writing" ? (
    <MailEditor mail={mail} locale={locale} ownText={ownText} onStop={() => setState("back")} />
  ) : (
    <ServerText mail={mail} locale={locale} isFocused={state === "back"} onWrite={() => setState("writing")} />
  );
}

/** Why nobody gets the mail. */
function Off({ mail }: { mail: SiteMailKind }) {
  const { slug } = useSite();
  const { mails } = shopTexts;
  const isForm = mail.kind === "form-notice";
  return (
    <Card>
      <p className="row">
        {mail.to === "team" ? (isForm ? mails.noFormRecipients : mails.noRecipients) : mails.turnedOff}
        {!isForm && (
          <To path={`/sites/${slug}/settings${mail.to === "team" ? "" : "/mails"}`}>{mail.to === "team" ? mails.toGeneral : mails.all}</To>
        )}
      </p>
    </Card>
  );
}

interface ServerTextProps {
  mail: SiteMailKind;
  locale: string;
  isFocused: boolean;
  onWrite(): void;
}

/** What recipients get where the shop has no text of its own. */
function ServerText({ mail, locale, isFocused, onWrite }: ServerTextProps) {
  const { mails } = shopTexts;
  const { preview, choice, isSample } = usePreview(mail, locale, undefined);
  const isInherited = preview?.own ?? false;
  return (
    <Card title={isInherited ? mails.yours : mails.ours}>
      <div className="stack">
        <p className="soft">{isInherited ? mails.inherited : mails.oursText}</p>
        {choice}
        {choice && <p className="soft">{isSample ? mails.previewText : mails.orderText}</p>}
        {preview === undefined ? (
          <Loading />
        ) : (
          <MailPreview mail={{ subject: preview.subject, body: preview.text.trim() }} locale={locale} />
        )}
        <div className="row">
          <Button variant="primary" autoFocus={isFocused} onPress={onWrite}>
            {mails.write}
          </Button>
          <ProofButton kind={mail.kind} locale={locale} />
        </div>
      </div>
    </Card>
  );
}
