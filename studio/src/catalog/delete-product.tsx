import { useQueryClient } from "@tanstack/react-query";
import { isAdminError, type EditedProduct } from "@vitrine/client/admin";
import { useState } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { localeName, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { pathOfDocument } from "../content/document-path.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { To } from "../parts/to.tsx";
import { toast } from "../parts/toast.tsx";
import { productQuery } from "./catalog-queries.ts";
import styles from "./product.module.css";
import { useArchive } from "./use-archive.ts";

type Place =
  | { kind: "order"; id: string; number: number }
  | { kind: "page" | "entry" | "product" | "category"; id: string; contentType: string | null; title: string; locale: string | null };

interface DeleteProductProps {
  product: EditedProduct;
  onClose(): void;
  onDeleted(): void;
}

/** Deletes a product; where something refers to it, says what, and offers to archive it instead. */
export function DeleteProduct({ product, onClose, onDeleted }: DeleteProductProps) {
  const site = useSite();
  const queries = useQueryClient();
  const { product: words } = shopTexts;
  const { act, isBusy } = useMutation(words.problems);
  const { archive, isBusy: isArchiving } = useArchive(product);
  const [use, setUse] = useState<{ places: readonly Place[]; total: number }>();
  const isOrdered = use?.places.some(({ kind }) => kind === "order") ?? false;
  const remove = (isForced: boolean) =>
    act(async () => {
      try {
        await site.api.catalog.deleteProduct({ id: product.id, revision: product.revision, ...(isForced && { force: true }) });
      } catch (error) {
        if (isAdminError(error, "in_use")) return setUse({ places: error.places as unknown as readonly Place[], total: error.placesTotal });
        if (isAdminError(error, "revision_conflict"))
          await queries.invalidateQueries({ queryKey: productQuery(site, product.id).queryKey });
        throw error;
      }
      onClose();
      onDeleted();
      void queries.invalidateQueries({ queryKey: [...site.key, "products"] });
      toast(words.deleted);
    });
  return (
    <Dialog
      title={words.deleteTitle(product.title)}
      isOpen
      onClose={onClose}
      role="alertdialog"
      actions={
        <>
          <Button onPress={onClose}>{texts.app.cancel}</Button>
          {use && product.status !== "ARCHIVED" && (
            <Button isDisabled={isArchiving} onPress={() => void archive().then((isDone) => isDone && onClose())}>
              {words.archive}
            </Button>
          )}
          {!isOrdered && (
            <Button variant="danger" isDisabled={isBusy} onPress={() => void remove(use !== undefined)}>
              {use ? words.deleteAnyway : words.delete}
            </Button>
          )}
        </>
      }
    >
      {use ? (
        <>
          <p role="alert">{isOrdered ? words.deleteUsed : words.deleteShown}</p>
          <ul className={styles.places}>
            {use.places.map((place, index) => (
              <li key={index}>
                <PlaceLink place={place} />
              </li>
            ))}
          </ul>
          {use.total > use.places.length && <p className="soft">{words.andMore(use.total - use.places.length)}</p>}
        </>
      ) : (
        <p>{words.deleteText}</p>
      )}
    </Dialog>
  );
}

function PlaceLink({ place }: { place: Place }) {
  const { slug, site, may } = useSite();
  const { product: words } = shopTexts;
  if (place.kind === "order") {
    const label = words.order(String(place.number));
    return may("orders:read") ? <To path={`/sites/${slug}/orders/${place.id}`}>{label}</To> : label;
  }
  const { kind, id, contentType, title, locale } = place;
  const label = title || texts.pages.untitled;
  if (kind !== "page" && kind !== "entry") return label;
  return (
    <>
      <To path={`/sites/${slug}${pathOfDocument({ id, contentType: contentType ?? "page" }, locale ?? site.defaultLocale)}`}>{label}</To>
      {locale !== null && <span className="soft"> {localeName(locale)}</span>}
    </>
  );
}
