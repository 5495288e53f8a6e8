import { isAdminError, type GiftCard } from "@vitrine/client/admin";
import { useState } from "react";
import { Form } from "react-aria-components";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { formatMoney, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { amountOf, priceError, textOfAmount } from "../parts/amount.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { toast } from "../parts/toast.tsx";
import { GiftCardCode } from "./gift-card-code.tsx";
import { useShowGiftCard } from "./gift-card-queries.ts";
import { nameOf } from "./gift-card-words.tsx";

interface ChangeProps {
  card: GiftCard;
  onClose(): void;
}

/** Sets what is left on a card. */
export function SetBalance({ card, onClose }: ChangeProps) {
  const { api } = useSite();
  const { app } = texts;
  const { giftCards } = shopTexts;
  const show = useShowGiftCard();
  const { act, isBusy } = useMutation(giftCards.problems);
  const { id, balance, currency } = card;
  const [text, setText] = useState(() => textOfAmount(balance, currency));
  const [reason, setReason] = useState("");
  const to = amountOf(text, currency);
  const isWrong = priceError(text, currency, balance) !== undefined;
  const canSet = typeof to === "number" && !isWrong && to !== balance && reason.trim() !== "" && !isBusy;
  const set = async () => {
    if (typeof to !== "number") return;
    const isDone = await act(async () => {
      try {
        show(await api.giftCards.setGiftCardBalance({ id, from: balance, to, reason: reason.trim() }));
      } catch (error) {
        // An order was faster: the dialog shows the present balance.
        if (isAdminError(error, "balance_changed")) show(await api.giftCards.getGiftCard({ id }));
        throw error;
      }
    });
    if (!isDone) return;
    onClose();
    toast(giftCards.balanceSet(formatMoney(to, currency)));
  };
  return (
    <Dialog title={giftCards.setBalanceOf(nameOf(card))} isOpen onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (canSet) void set();
        }}
      >
        <p className="soft">{giftCards.balanceNow(formatMoney(balance, currency))}</p>
        <TextInput
          label={giftCards.newBalanceIn(currency.toUpperCase())}
          inputMode="decimal"
          autoComplete="off"
          autoFocus
          value={text}
          onChange={setText}
          fault={isWrong ? giftCards.badAmount : undefined}
        />
        <TextInput label={giftCards.reason} hint={giftCards.reasonHint} value={reason} onChange={setReason} maxLength={500} />
        <div className="row">
          <Button type="submit" variant="primary" isDisabled={!canSet}>
            {giftCards.setBalance}
          </Button>
          <Button onPress={onClose}>{app.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Gives a card a new code: the former one is worth nothing from then on. */
export function NewCode({ card, onClose }: ChangeProps) {
  const { api } = useSite();
  const { app } = texts;
  const { giftCards } = shopTexts;
  const show = useShowGiftCard();
  const { act, isBusy } = useMutation(giftCards.problems);
  const [email, setEmail] = useState("");
  const [code, setCode] = useState<string>();
  const replace = () =>
    act(async () => {
      const { code: newCode, ...changed } = await api.giftCards.replaceGiftCardCode({
        id: card.id,
        ...(email.trim() !== "" && { email: email.trim() }),
      });
      setCode(newCode);
      show(changed);
    });
  if (code !== undefined) return <GiftCardCode title={giftCards.newCode} code={code} email={email.trim()} onClose={onClose} />;
  return (
    <Dialog title={giftCards.newCodeOf(nameOf(card))} isOpen onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void replace();
        }}
      >
        <p>{giftCards.newCodeText}</p>
        <TextInput label={giftCards.email} hint={giftCards.emailHint} type="email" autoComplete="off" value={email} onChange={setEmail} />
        <div className="row">
          <Button type="submit" variant="danger" isDisabled={isBusy}>
            {giftCards.newCode}
          </Button>
          <Button onPress={onClose}>{app.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
