import type { ListedGiftCard, ListGiftCardsInput } from "@vitrine/client/admin";
import { Gift, Plus } from "lucide-react";
import { useState } from "react";
import { NotHere } from "../app/not-here.tsx";
import { useAsk, useAsked } from "../app/place.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { formatMoney } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { ListTools } from "../parts/list-tools.tsx";
import { Loading } from "../parts/loading.tsx";
import { NoMatches } from "../parts/no-matches.tsx";
import { Card, Empty, Page, Rows } from "../parts/page.tsx";
import { To } from "../parts/to.tsx";
import { useAskedView, useAskedWords } from "../parts/use-list.ts";
import { usePaged } from "../parts/use-paged.ts";
import { GiftCardState, momentOf, nameOf } from "./gift-card-words.tsx";
import styles from "./gift-cards.module.css";
import { NewGiftCard } from "./new-gift-card.tsx";

/** What the list can be narrowed to. Its name stands in the address. */
const views = {
  all: {},
  active: { state: "ACTIVE" },
  "used-up": { state: "USED_UP" },
  expired: { state: "EXPIRED" },
  blocked: { state: "BLOCKED" },
  voided: { state: "VOIDED" },
} as const satisfies Readonly<Record<string, Pick<ListGiftCardsInput, "state">>>;

/** The gift cards of the shop, with what is left on them. */
export function GiftCardList() {
  const { may } = useSite();
  const { giftCards } = shopTexts;
  const [isMaking, setMaking] = useState(false);
  if (!may("orders:read")) return <NotHere />;
  const add = may("orders:refund") && (
    <Button variant="primary" onPress={() => setMaking(true)}>
      <Plus className="icon" aria-hidden />
      {giftCards.add}
    </Button>
  );
  return (
    <Page title={giftCards.title} text={giftCards.text} actions={add}>
      <GiftCards />
      {isMaking && <NewGiftCard onClose={() => setMaking(false)} />}
    </Page>
  );
}

function GiftCards() {
  const { api, key } = useSite();
  const ask = useAsk();
  const { order } = useAsked();
  const { giftCards } = shopTexts;
  const view = useAskedView(views, giftCards.views);
  const { words, setWords, q } = useAskedWords();
  const input: ListGiftCardsInput = { ...views[view.name], q: q || undefined, order, pageSize: 25 };
  const { items, total, isLoading, more, hasMore } = usePaged([...key, "gift-cards", input], (page, signal) =>
    api.giftCards.listGiftCards({ ...input, page }, { signal }),
  );
  const isFiltered = q !== "" || view.name !== "all" || order !== undefined;
  if (total === 0 && !isFiltered) return <Empty icon={<Gift aria-hidden />} text={giftCards.empty} />;
  if (isLoading) return <Loading />;
  const clear = () => {
    setWords("");
    ask({ q: undefined, view: undefined, order: undefined });
  };
  return (
    <div className="stack">
      <ListTools search={giftCards.search} words={words} onWords={setWords} {...view.tools} total={total} nouns={giftCards.total} />
      {items.length === 0 && <NoMatches text={giftCards.none} onClear={clear} />}
      {items.length > 0 && (
        <Card>
          <Rows>
            {items.map((card) => (
              <GiftCardRow key={card.id} card={card} />
            ))}
          </Rows>
          {hasMore && <Button onPress={more}>{giftCards.more}</Button>}
        </Card>
      )}
    </div>
  );
}

function GiftCardRow({ card }: { card: ListedGiftCard }) {
  const { slug, site } = useSite();
  const { giftCards } = shopTexts;
  const { id, order, createdAt, expiresAt, note, balance, initialAmount, currency, state } = card;
  const timeZone = site.settings.timeZone ?? "UTC";
  const facts = [
    order ? giftCards.soldWith(order.number) : giftCards.madeByShop,
    momentOf(createdAt, timeZone),
    ...(expiresAt === null ? [] : [giftCards.until(momentOf(expiresAt, timeZone))]),
    ...(note === "" ? [] : [note]),
  ];
  return (
    <li className={styles.row}>
      <span className={styles.card}>
        <span className={styles.name}>
          <To path={`/sites/${slug}/gift-cards/${id}`}>{nameOf(card)}</To>
          <GiftCardState state={state} />
        </span>
        <small className="soft">{facts.join(" · ")}</small>
      </span>
      <span className={styles.balance}>
        {formatMoney(balance, currency)}
        {balance !== initialAmount && <small className="soft">{giftCards.ofAmount(formatMoney(initialAmount, currency))}</small>}
      </span>
    </li>
  );
}
