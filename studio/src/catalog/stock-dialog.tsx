import { useQueryClient } from "@tanstack/react-query";
import { isAdminError, type AdjustStockInput, type EditedProduct } from "@vitrine/client/admin";
import { useState } from "react";
import { Form } from "react-aria-components";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { language } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { Radios } from "../parts/radios.tsx";
import { toast } from "../parts/toast.tsx";
import { productQuery } from "./catalog-queries.ts";
import { countOf, differenceOf } from "./stock-count.ts";
import { StockHistory } from "./stock-history.tsx";

interface StockDialogProps {
  product: EditedProduct;
  variantIds: readonly string[];
  onClose(): void;
}

type Way = "set" | "adjust" | "untrack";
type Reason = AdjustStockInput["reason"];

const reasons: readonly Reason[] = ["RECEIVED", "COUNTED", "DAMAGED", "RETURNED", "OTHER"];

/** The stock of variants: a new count or a difference, with the reason; and what happened to the stock of a single one. */
export function StockDialog({ product, variantIds, onClose }: StockDialogProps) {
  const { may } = useSite();
  const { product: words } = shopTexts;
  const variants = product.variants.filter(({ id }) => variantIds.includes(id));
  const [first] = variants;
  const format = new Intl.NumberFormat(language);
  return (
    <Dialog
      title={variants.length === 1 && first ? words.stockOf(first.title) : words.stocksOf(format.format(variants.length))}
      isOpen
      place="side"
      onClose={onClose}
    >
      <div className="stack">
        {variants.length === 1 && first && (
          <p>
            <strong>{first.stock === null ? words.notTracked : words.stockNow(format.format(first.stock))}</strong>
            {first.stock === null && <span className="soft"> {words.notTrackedText}</span>}
          </p>
        )}
        {may("stock:write") && variants.length > 0 && <ChangeStock product={product} variants={variants} onClose={onClose} />}
        {variants.length === 1 && first && <StockHistory variantId={first.id} />}
      </div>
    </Dialog>
  );
}

interface ChangeStockProps {
  product: EditedProduct;
  variants: EditedProduct["variants"];
  onClose(): void;
}

function ChangeStock({ product, variants, onClose }: ChangeStockProps) {
  const site = useSite();
  const queries = useQueryClient();
  const { product: words } = shopTexts;
  const { act, isBusy } = useMutation(words.problems);
  const isTracked = variants.some(({ stock }) => stock !== null);
  const [chosenWay, setWay] = useState<Way>("adjust");
  const way = isTracked ? chosenWay : "set";
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState<Reason>("RECEIVED");
  const [note, setNote] = useState("");
  const [isTried, setTried] = useState(false);
  const number = way === "adjust" ? differenceOf(typed) : countOf(typed);
  const isWrong = way !== "untrack" && number === undefined;
  const renew = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: productQuery(site, product.id).queryKey }),
      queries.invalidateQueries({ queryKey: [...site.key, "stock-movements"] }),
      queries.invalidateQueries({ queryKey: [...site.key, "products"] }),
    ]);
  const change = async () => {
    setTried(true);
    if (isWrong) return;
    const items = variants
      .filter(({ stock }) => way !== "adjust" || stock !== null)
      .map(({ id, stock }) =>
        way === "adjust"
          ? { variantId: id, adjust: number ?? 0 }
          : { variantId: id, set: way === "untrack" ? null : (number ?? 0), expected: stock },
      );
    let isSame = false;
    const isDone = await act(async () => {
      try {
        const { stocks } = await site.api.catalog.adjustStock({ items, reason, note: note.trim() || null });
        isSame = way !== "untrack" && stocks.every((each) => each.change === 0);
      } catch (error) {
        if (isAdminError(error, "stock_changed", "stock_insufficient", "stock_not_tracked")) await renew();
        throw error;
      }
      await renew();
    });
    if (!isDone) return;
    toast(isSame ? words.stockSame : words.stockChanged);
    setTyped("");
    setNote("");
    setTried(false);
    if (variants.length > 1) onClose();
  };
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void change();
      }}
    >
      {isTracked && (
        <Radios
          label={words.stockHow}
          options={(["adjust", "set", "untrack"] as const).map((id) => ({ id, label: words.stockWays[id] }))}
          value={way}
          onChange={(id) => {
            setWay(id as Way);
            setTried(false);
            if (id !== "adjust" && reason === "RECEIVED") setReason("COUNTED");
          }}
        />
      )}
      {way !== "untrack" && (
        <TextInput
          key={way}
          label={way === "adjust" ? words.stockDifference : words.stockCount}
          hint={way === "adjust" ? words.stockDifferenceHint : undefined}
          fault={isWrong && (isTried || typed.trim() !== "") ? (way === "adjust" ? words.badDifference : words.badCount) : undefined}
          value={typed}
          onChange={setTyped}
          // Phones have no minus on the keys for numbers.
          inputMode={way === "adjust" ? "text" : "numeric"}
          autoComplete="off"
          autoFocus
        />
      )}
      <Choice
        label={words.reason}
        options={reasons.map((id) => ({ id, label: words.reasons[id] }))}
        value={reason}
        onChange={(id) => setReason(id as Reason)}
      />
      <TextInput label={words.note} hint={words.noteHint} value={note} onChange={setNote} autoComplete="off" maxLength={500} />
      <div className="row">
        <Button type="submit" variant="primary" isDisabled={isBusy}>
          {words.changeStockNow}
        </Button>
        <span className="soft">{words.stockAtOnce}</span>
      </div>
    </Form>
  );
}
