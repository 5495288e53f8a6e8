import { useSuspenseQuery } from "@tanstack/react-query";
import type { GiftCard } from "@vitrine/client/admin";
import { Ban, KeyRound, RotateCcw, Scale } from "lucide-react";
import { useState } from "react";
import { NotHere } from "../app/not-here.tsx";
import { usePlace } from "../app/place.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { formatMoney } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { BackLink } from "../parts/back-link.tsx";
import { Button } from "../parts/button.tsx";
import { Card, Page, Rows } from "../parts/page.tsx";
import { To } from "../parts/to.tsx";
import { toast } from "../parts/toast.tsx";
import { NewCode, SetBalance } from "./change-gift-card.tsx";
import { giftCardQuery, useShowGiftCard } from "./gift-card-queries.ts";
import { GiftCardState, momentOf, nameOf } from "./gift-card-words.tsx";
import styles from "./gift-cards.module.css";

/** One gift card: what is left on it, and what became of the rest. */
export function GiftCardPage() {
  const { may } = useSite();
  const { id = "" } = usePlace();
  return may("orders:read") ? <Stored key={id} id={id} /> : <NotHere />;
}

function Stored({ id }: { id: string }) {
  const site = useSite();
  const { data: card } = useSuspenseQuery(giftCardQuery(site, id));
  const { giftCards } = shopTexts;
  const actions = site.may("orders:refund") && card.state !== "VOIDED" && <Actions card={card} />;
  return (
    <Page title={giftCards.giftCard(nameOf(card))} actions={actions} isNarrow>
      <div className="stack">
        <BackLink path={`/sites/${site.slug}/gift-cards`} label={giftCards.title} />
        <About card={card} />
        <Card title={giftCards.history}>
          <Rows>
            {card.changes.map((change) => (
              <ChangeRow key={change.id} change={change} currency={card.currency} />
            ))}
          </Rows>
        </Card>
      </div>
    </Page>
  );
}

function Actions({ card }: { card: GiftCard }) {
  const { api } = useSite();
  const { giftCards } = shopTexts;
  const show = useShowGiftCard();
  const { act, isBusy } = useMutation(giftCards.problems);
  const [open, setOpen] = useState<"balance" | "code">();
  const close = () => setOpen(undefined);
  const { id, revision, isBlocked } = card;
  const block = async () => {
    const isDone = await act(async () => show(await api.giftCards.updateGiftCard({ id, revision, isBlocked: !isBlocked })));
    if (isDone) toast(isBlocked ? giftCards.unblocked : giftCards.blocked);
  };
  const icon = { className: "icon", "aria-hidden": true };
  return (
    <>
      <Button onPress={() => setOpen("balance")}>
        <Scale {...icon} />
        {giftCards.setBalance}
      </Button>
      <Button onPress={() => setOpen("code")}>
        <KeyRound {...icon} />
        {giftCards.newCode}
      </Button>
      <Button onPress={() => void block()} isDisabled={isBusy}>
        {isBlocked ? <RotateCcw {...icon} /> : <Ban {...icon} />}
        {isBlocked ? giftCards.unblock : giftCards.block}
      </Button>
      {open === "balance" && <SetBalance card={card} onClose={close} />}
      {open === "code" && <NewCode card={card} onClose={close} />}
    </>
  );
}

function About({ card }: { card: GiftCard }) {
  const { slug, site } = useSite();
  const { giftCards } = shopTexts;
  const timeZone = site.settings.timeZone ?? "UTC";
  const { state, balance, initialAmount, currency, expiresAt, order, note, isMailed } = card;
  return (
    <Card>
      <dl className={styles.facts}>
        <dt>{giftCards.balance}</dt>
        <dd>
          <strong>{formatMoney(balance, currency)}</strong> {giftCards.ofAmount(formatMoney(initialAmount, currency))}
        </dd>
        <dt>{giftCards.state}</dt>
        <dd>
          <GiftCardState state={state} />
        </dd>
        <dt>{giftCards.expires}</dt>
        <dd>{expiresAt === null ? giftCards.never : momentOf(expiresAt, timeZone)}</dd>
        <dt>{giftCards.origin}</dt>
        <dd>
          {order ? <To path={`/sites/${slug}/orders/${order.id}`}>{giftCards.soldWith(order.number)}</To> : giftCards.madeByShop}
          {!isMailed && ` · ${giftCards.notMailed}`}
        </dd>
        {note !== "" && (
          <>
            <dt>{giftCards.note}</dt>
            <dd>{note}</dd>
          </>
        )}
      </dl>
    </Card>
  );
}

function ChangeRow({ change, currency }: { change: GiftCard["changes"][number]; currency: string }) {
  const { slug, site } = useSite();
  const { giftCards } = shopTexts;
  const { kind, at, by, order, reason, amount, balance } = change;
  const facts = [momentOf(at, site.settings.timeZone ?? "UTC"), ...(by ? [by.name] : []), ...(reason === null ? [] : [reason])];
  return (
    <li className={styles.row}>
      <span className={styles.card}>
        <span>
          {giftCards.changes[kind]}
          {order && (
            <>
              {" · "}
              <To path={`/sites/${slug}/orders/${order.id}`}>{giftCards.order(order.number)}</To>
            </>
          )}
        </span>
        <small className="soft">{facts.join(" · ")}</small>
      </span>
      <span className={styles.balance}>
        {amount > 0 ? "+" : ""}
        {formatMoney(amount, currency)}
        <small className="soft">{giftCards.after(formatMoney(balance, currency))}</small>
      </span>
    </li>
  );
}
