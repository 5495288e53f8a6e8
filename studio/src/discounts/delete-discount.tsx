import { useQueryClient } from "@tanstack/react-query";
import type { Discount } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { useMutation } from "../app/use-mutation.ts";
import { Confirm } from "../parts/confirm.tsx";
import { toast } from "../parts/toast.tsx";
import { titleOf } from "./discount-words.tsx";

interface DeleteDiscountProps {
  discount: Discount;
  onClose(): void;
  onDeleted?(): void;
}

export function DeleteDiscount({ discount, onClose, onDeleted }: DeleteDiscountProps) {
  const { api, key, site } = useSite();
  const queries = useQueryClient();
  const { discounts } = shopTexts;
  const { act, isBusy } = useMutation(discounts.problems);
  const name = titleOf(discount, site.defaultLocale);
  const remove = async () => {
    const isDone = await act(() => api.discounts.deleteDiscount({ id: discount.id, revision: discount.revision }));
    await queries.invalidateQueries({ queryKey: [...key, "discounts"] });
    onClose();
    if (!isDone) return;
    toast(discounts.deleted(name));
    onDeleted?.();
  };
  return (
    <Confirm
      title={discounts.deleteTitle(name)}
      label={discounts.delete}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      <p>{discounts.deleteText}</p>
    </Confirm>
  );
}
