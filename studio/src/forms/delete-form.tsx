import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { EditedForm } from "@vitrine/client/admin";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useGo } from "../app/place.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { plural } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { toast } from "../parts/toast.tsx";
import { formQuery, submissionsKey } from "./form-queries.ts";

/** Deletes a form with its submissions, after it has said how many are lost. */
export function DeleteForm({ form, onGone }: { form: EditedForm; onGone(): void }) {
  const site = useSite();
  const queries = useQueryClient();
  const go = useGo();
  const { formBuilder, forms } = shopTexts;
  const { act, isBusy } = useMutation(formBuilder.problems);
  const [isAsking, setAsking] = useState(false);
  const { slug, name, revision } = form;
  const { data: count } = useQuery({
    queryKey: [...submissionsKey(site, slug), "all"],
    queryFn: async ({ signal }) => (await site.api.forms.listSubmissions({ slug, pageSize: 1 }, { signal })).total,
    enabled: isAsking,
    staleTime: 0,
  });
  const remove = async () => {
    if (count === undefined) return;
    const isDone = await act(() => site.api.forms.deleteForm({ slug, revision, ...(count > 0 && { force: true }) }));
    setAsking(false);
    if (!isDone) return;
    // Nothing is left that could be saved: the way is free before anybody goes.
    flushSync(onGone);
    toast(formBuilder.deleted(name));
    go(`/sites/${site.slug}/forms`);
    queries.removeQueries({ queryKey: formQuery(site, slug).queryKey });
    for (const name of ["forms", "overview"]) void queries.invalidateQueries({ queryKey: [...site.key, name] });
  };
  return (
    <>
      <Button variant="danger" label={formBuilder.delete} onPress={() => setAsking(true)}>
        <Trash2 className="icon" aria-hidden />
      </Button>
      <Confirm
        title={formBuilder.deleteTitle(name)}
        label={forms.delete}
        isOpen={isAsking}
        isBusy={isBusy || count === undefined}
        {...(count !== undefined && count > 0 ? { typed: slug } : {})}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove()}
      >
        <p>{formBuilder.deleteText}</p>
        {count !== undefined && count > 0 && (
          <p>
            <strong>{formBuilder.submissionsLost(plural(count, forms.total))}</strong>
          </p>
        )}
      </Confirm>
    </>
  );
}
