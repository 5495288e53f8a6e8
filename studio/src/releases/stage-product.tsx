import { useQuery } from "@tanstack/react-query";
import { isAdminError, type Release } from "@vitrine/client/admin";
import { useState } from "react";
import { describeProblem } from "../app/problems.ts";
import { errorOf } from "../app/refusals.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { pointerWords } from "../content/pointer-words.ts";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { toast } from "../parts/toast.tsx";
import { nameOf, variantsOf, type Members } from "./catalog-items.ts";
import { errorsOf, formOf, patchOf } from "./product-patch.ts";
import { productQuery } from "./release-queries.ts";
import styles from "./releases.module.css";
import { StagedPrices } from "./staged-prices.tsx";
import { StagedTexts } from "./staged-texts.tsx";
import { useRenew } from "./use-renew.ts";

interface StageProductProps {
  release: Release;
  /** Its id. */
  product: string;
  onClose(): void;
}

/** Has a release change the prices and the texts of a product. */
export function StageProduct(props: StageProductProps) {
  const site = useSite();
  const { data: item, error } = useQuery({ ...productQuery(site, props.release.id, props.product), staleTime: 0, gcTime: 0 });
  if (item?.before && item.after) return <Form {...props} before={item.before} after={item.after} />;
  return (
    <Dialog isOpen title={texts.releases.changeProduct} onClose={props.onClose}>
      <p role="status">{error ? describeProblem(error) : item === undefined ? texts.app.loading : texts.releases.gone}</p>
    </Dialog>
  );
}

function Form({ release, product, onClose, before, after }: StageProductProps & { before: Members; after: Members }) {
  const site = useSite();
  const renew = useRenew();
  const { releases, app, media } = texts;
  const [isLeaving, setLeaving] = useState(false);
  // As it was when the form was opened: nothing is written over while somebody types.
  const [seen] = useState(after);
  const [form, setForm] = useState(() => formOf(seen, site.site));
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [isTried, setTried] = useState(false);
  const errors = errorsOf(form, seen, site.site);
  const name = nameOf(before);
  const patch = errors.size === 0 ? patchOf(form, seen, site.site) : undefined;
  const isEdited = errors.size > 0 || patch !== undefined;
  const leave = () => (isEdited ? setLeaving(true) : onClose());
  const save = async () => {
    setTried(true);
    if (errors.size > 0) return;
    if (patch === undefined) return onClose();
    setBusy(true);
    setError(undefined);
    try {
      const seenVariants = "variants" in patch ? { seenVariants: [...variantsOf(seen)] } : {};
      await site.api.releases.addReleaseChange({ id: release.id, body: { type: "product", id: product, patch, ...seenVariants } });
      onClose();
      toast(releases.product.saved(name));
    } catch (error) {
      setError(sentenceOf(error));
    } finally {
      setBusy(false);
      renew();
    }
  };
  return (
    <Dialog
      isOpen
      isWide
      title={releases.product.title(name)}
      onClose={leave}
      role={isEdited ? "alertdialog" : "dialog"}
      actions={
        <>
          <Button onPress={leave}>{app.cancel}</Button>
          <Button variant="primary" isDisabled={isBusy} onPress={() => void save()}>
            {releases.product.save}
          </Button>
        </>
      }
    >
      {error !== undefined && (
        <p role="alert" className={styles.failure}>
          {error}
        </p>
      )}
      <StagedPrices before={before} after={seen} form={form} onChange={setForm} errors={isTried ? errors : new Map()} />
      <StagedTexts form={form} onChange={setForm} errors={isTried ? errors : new Map()} />
      <Confirm title={app.unsaved} label={media.discard} isOpen={isLeaving} onClose={() => setLeaving(false)} onConfirm={onClose} />
    </Dialog>
  );
}

/** The member and the fault, without the way into the request. */
function sentenceOf(error: unknown): string {
  const first = isAdminError(error, "validation_failed") ? error.errors[0] : undefined;
  if (!first) return describeProblem(error, texts.releases.problems);
  return `${pointerWords(first.path.replace(/^\/(body\/)?patch/, ""))}: ${errorOf(first)}`;
}
