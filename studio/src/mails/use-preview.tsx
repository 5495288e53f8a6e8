import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { SiteMailKind } from "@vitrine/client/admin";
import { useState } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { formatMoney } from "../app/texts.ts";
import { Choice } from "../parts/choice.tsx";
import { useSettled } from "../parts/use-settled.ts";
import type { MailText } from "./mail-text.ts";

/** Between the last key and the question to the server. */
const pauseMs = 400;
const sample = "sample";

/**
 * The mail as recipients would get it, with sample values or those of one of the last orders. `text`: one that is not saved; undefined: the one that is sent
 * now. `isOff`: the text is wrong, so the server would refuse it.
 */
export function usePreview({ kind }: SiteMailKind, locale: string, text: MailText | undefined, isOff = false) {
  const { api, key, may } = useSite();
  const { mails } = shopTexts;
  const [order, setOrder] = useState(sample);
  const isOfOrder = kind.startsWith("order-") && may("orders:read");
  const { data: orders } = useQuery({
    queryKey: [...key, "orders", "for mails"],
    queryFn: ({ signal }) => api.orders.listOrders({ paid: true, pageSize: 20 }, { signal }),
    enabled: isOfOrder,
  });
  // A mail about an order that was refunded would say what is no longer true.
  const offered = orders?.data.filter(({ status }) => status === "PAID" || status === "FULFILLED").slice(0, 10) ?? [];
  const current = JSON.stringify(text ?? null);
  const settled = useSettled(current, pauseMs);
  const { data: preview, isError } = useQuery({
    queryKey: [...key, "mails", kind, locale, order, settled],
    queryFn: ({ signal }) => {
      const tried = JSON.parse(settled) as MailText | null;
      return api.mails.previewMailText({ kind, locale, ...tried, ...(order === sample ? {} : { order }) }, { signal });
    },
    enabled: !isOff && settled === current,
    placeholderData: keepPreviousData,
    throwOnError: text === undefined,
  });
  const choice = isOfOrder && offered.length > 0 && (
    <Choice
      label={mails.values}
      options={[
        { id: sample, label: mails.samples },
        ...offered.map(({ id, number, total, currency }) => ({ id, label: mails.ofOrder(number, formatMoney(total, currency)) })),
      ]}
      value={order}
      onChange={setOrder}
    />
  );
  return { preview: isOff || isError ? undefined : preview, choice, isSample: order === sample };
}
