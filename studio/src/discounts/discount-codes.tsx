import { isAdminError, type Discount } from "@vitrine/client/admin";
import { Download } from "lucide-react";
import { useState } from "react";
import { Form } from "react-aria-components";
import { serverAddress } from "../app/api.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { plural } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { TextInput } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import { download } from "../parts/save-file.ts";
import { toast } from "../parts/toast.tsx";
import { useShowDiscount } from "./discount-queries.ts";
import styles from "./discounts.module.css";

const mostCodes = 100_000;

/** The codes of a discount that are for one order each: makes more, and has the browser download all of them. */
export function DiscountCodes({ discount }: { discount: Discount }) {
  const { api, slug } = useSite();
  const show = useShowDiscount();
  const { discounts } = shopTexts;
  const { act, isBusy } = useMutation(discounts.problems);
  const [count, setCount] = useState("");
  const [prefix, setPrefix] = useState("");
  const [isTooMuch, setTooMuch] = useState(false);
  // One for all tries: a press after a lost answer makes no more codes.
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID());
  const number = /^\d{1,6}$/.test(count.trim()) ? Number(count) : 0;
  const isCount = number >= 1 && number <= mostCodes;
  const isPrefix = /^(?:[A-Za-z0-9][A-Za-z0-9_-]{0,19})?$/.test(prefix.trim());
  const canMake = isCount && isPrefix && !isBusy;
  const make = async () => {
    const isDone = await act(async () => {
      try {
        show(
          await api.discounts.createDiscountCodes(
            { id: discount.id, count: number, ...(prefix.trim() !== "" && { prefix: prefix.trim() }) },
            { idempotencyKey },
          ),
        );
      } catch (error) {
        if (isAdminError(error, "validation_failed")) setTooMuch(error.errors.some(({ code }) => code === "too_many"));
        if (isAdminError(error) && error.status !== 0) setIdempotencyKey(crypto.randomUUID());
        throw error;
      }
    });
    if (!isDone) return;
    setIdempotencyKey(crypto.randomUUID());
    setCount("");
    toast(plural(number, discounts.codesMade));
  };
  return (
    <Card
      title={discounts.codes}
      aside={
        discount.codes > 0 && (
          <Button onPress={() => download(serverAddress(`/api/admin/v1/sites/${slug}/discounts/${discount.id}/codes.csv`), "codes.csv")}>
            <Download className="icon" aria-hidden />
            {discounts.downloadCodes}
          </Button>
        )
      }
    >
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (canMake) void make();
        }}
      >
        <p className="soft">{discounts.codesText}</p>
        <p role="status">{discount.codes === 0 ? discounts.noCodes : plural(discount.codes, discounts.codeCount)}</p>
        <div className={styles.fields}>
          <TextInput
            label={discounts.count}
            inputMode="numeric"
            autoComplete="off"
            value={count}
            fault={isTooMuch ? discounts.tooManyCodes : count !== "" && !isCount ? discounts.badCount : undefined}
            onChange={(text) => {
              setCount(text);
              setTooMuch(false);
            }}
          />
          <TextInput
            label={discounts.prefix}
            hint={discounts.prefixHint}
            autoComplete="off"
            spellCheck="false"
            value={prefix}
            fault={isPrefix ? undefined : discounts.badPrefix}
            onChange={setPrefix}
          />
        </div>
        <div>
          <Button type="submit" isDisabled={!canMake}>
            {discounts.makeCodes}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
