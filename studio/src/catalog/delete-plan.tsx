import { useQueryClient } from "@tanstack/react-query";
import type { EditedPlanRow } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Confirm } from "../parts/confirm.tsx";
import { toast } from "../parts/toast.tsx";

export function DeletePlan({ plan: { id, name, revision }, onClose }: { plan: EditedPlanRow; onClose(): void }) {
  const { api, key } = useSite();
  const queries = useQueryClient();
  const { plans } = shopTexts;
  const { act, isBusy } = useMutation();
  const remove = async () => {
    const isDone = await act(() => api.catalog.deletePlan({ id, revision }));
    await queries.invalidateQueries({ queryKey: [...key, "plans"] });
    onClose();
    if (isDone) toast(plans.deleted(name));
  };
  return (
    <Confirm
      title={plans.deleteTitle(name)}
      label={texts.media.delete}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      <p>{plans.deleteText}</p>
    </Confirm>
  );
}
