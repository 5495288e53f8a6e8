import type { ServerSite } from "@vitrine/client/admin";
import { useState } from "react";
import { Form } from "react-aria-components";
import { shopTexts } from "../app/shop-texts.ts";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";

type SiteQuotas = Pick<ServerSite, "mediaQuotaMb" | "dataQuotaMb">;

/** Whole megabytes; empty: what the server gives every site. */
const isQuota = (text: string) => /^\d{0,9}$/.test(text.trim());
const quotaOf = (text: string) => (text.trim() === "" ? null : Number(text));
const textOf = (quota: number | null) => (quota === null ? "" : String(quota));

/** How much a site may store. */
export function Quotas({
  site,
  isBusy,
  onClose,
  onSave,
}: {
  site: ServerSite;
  isBusy: boolean;
  onClose(): void;
  onSave(quotas: SiteQuotas): void;
}) {
  const { server } = shopTexts;
  const [media, setMedia] = useState(textOf(site.mediaQuotaMb));
  const [data, setData] = useState(textOf(site.dataQuotaMb));
  const isRight = isQuota(media) && isQuota(data);
  const error = (text: string) => (isQuota(text) ? undefined : server.badQuota);
  return (
    <Dialog title={server.quotasOf(site.name)} isOpen onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isRight) onSave({ mediaQuotaMb: quotaOf(media), dataQuotaMb: quotaOf(data) });
        }}
      >
        <TextInput
          label={server.mediaQuota}
          hint={server.quotaHint}
          fault={error(media)}
          inputMode="numeric"
          value={media}
          onChange={setMedia}
          autoFocus
        />
        <TextInput
          label={server.dataQuota}
          hint={server.quotaHint}
          fault={error(data)}
          inputMode="numeric"
          value={data}
          onChange={setData}
        />
        <div className="row">
          <Button type="submit" variant="primary" isDisabled={isBusy || !isRight}>
            {texts.app.save}
          </Button>
          <Button onPress={onClose}>{texts.app.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
