import { useState } from "react";
import { Form } from "react-aria-components";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { formatMoney, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { instantIn } from "../app/zoned-time.ts";
import { amountOf, priceError } from "../parts/amount.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { GiftCardCode } from "./gift-card-code.tsx";
import { useShowGiftCard } from "./gift-card-queries.ts";

/** Makes a gift card that nobody has bought, and shows its code this once. */
export function NewGiftCard({ onClose }: { onClose(): void }) {
  const { api, site } = useSite();
  const { app } = texts;
  const { giftCards } = shopTexts;
  const show = useShowGiftCard();
  const { act, isBusy } = useMutation(giftCards.problems);
  // One for all tries: a press after a lost answer makes no second card.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [text, setText] = useState("");
  const [until, setUntil] = useState("");
  const [email, setEmail] = useState("");
  const [note, setNote] = useState("");
  const [made, setMade] = useState<{ code: string; title: string }>();
  const { currency } = site;
  const timeZone = site.settings.timeZone ?? "UTC";
  const amount = amountOf(text, currency);
  const isWrong = text !== "" && (priceError(text, currency) !== undefined || amount === 0);
  const expiresAt = until === "" ? null : instantIn(`${until}T23:59`, timeZone);
  const isPast = typeof expiresAt === "string" && new Date(expiresAt) <= new Date();
  const canMake = typeof amount === "number" && !isWrong && expiresAt !== undefined && !isPast && !isBusy;
  const make = () =>
    act(async () => {
      if (typeof amount !== "number") return;
      const { code, ...card } = await api.giftCards.createGiftCard(
        {
          amount,
          ...(typeof expiresAt === "string" && { expiresAt }),
          ...(email.trim() !== "" && { email: email.trim() }),
          ...(note.trim() !== "" && { note: note.trim() }),
        },
        { idempotencyKey },
      );
      setMade({ code, title: giftCards.made(formatMoney(amount, currency)) });
      show(card);
    });
  if (made) return <GiftCardCode {...made} email={email.trim()} onClose={onClose} />;
  return (
    <Dialog title={giftCards.add} isOpen onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (canMake) void make();
        }}
      >
        <p className="soft">{giftCards.addText}</p>
        <TextInput
          label={giftCards.amountIn(currency.toUpperCase())}
          inputMode="decimal"
          autoComplete="off"
          autoFocus
          value={text}
          onChange={setText}
          fault={isWrong ? giftCards.badAmount : undefined}
        />
        <TextInput
          label={giftCards.expires}
          hint={giftCards.expiresHint}
          type="date"
          value={until}
          onChange={setUntil}
          fault={expiresAt === undefined || isPast ? giftCards.badDay : undefined}
        />
        <TextInput label={giftCards.email} hint={giftCards.emailHint} type="email" autoComplete="off" value={email} onChange={setEmail} />
        <TextInput label={giftCards.note} hint={giftCards.noteHint} value={note} onChange={setNote} maxLength={500} />
        <div className="row">
          <Button type="submit" variant="primary" isDisabled={!canMake}>
            {giftCards.make}
          </Button>
          <Button onPress={onClose}>{app.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
