import { useSuspenseQuery } from "@tanstack/react-query";
import { NotHere } from "../app/not-here.tsx";
import { useAsked, usePlace } from "../app/place.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { Page } from "../parts/page.tsx";
import { DiscountEditor } from "./discount-editor.tsx";
import { copyOf } from "./discount-draft.ts";
import { discountQuery, useDraftSite } from "./discount-queries.ts";
import { AboutDiscount } from "./discount-side.tsx";
import { titleOf } from "./discount-words.tsx";

/** One discount: what it is, for whom and when. */
export function DiscountPage() {
  const { may } = useSite();
  const { id = "" } = usePlace();
  return may("catalog:read") ? <Stored key={id} id={id} /> : <NotHere />;
}

function Stored({ id }: { id: string }) {
  const site = useSite();
  const { data: discount } = useSuspenseQuery(discountQuery(site, id));
  if (site.may("catalog:write")) return <DiscountEditor discount={discount} />;
  return (
    <Page title={titleOf(discount, site.site.defaultLocale)} text={shopTexts.discounts.readOnly} isNarrow>
      <AboutDiscount discount={discount} rule={discount} />
    </Page>
  );
}

/** A discount that is not stored yet, empty or a copy of another one. */
export function NewDiscount() {
  const { may } = useSite();
  const { from } = useAsked();
  if (!may("catalog:write")) return <NotHere />;
  return from === undefined ? <DiscountEditor /> : <Copy key={from} id={from} />;
}

function Copy({ id }: { id: string }) {
  const site = useSite();
  const draftSite = useDraftSite();
  const { data } = useSuspenseQuery(discountQuery(site, id));
  return <DiscountEditor begin={copyOf(data, draftSite)} />;
}
