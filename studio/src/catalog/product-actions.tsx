import type { EditedProduct } from "@vitrine/client/admin";
import { Archive, Copy, Ellipsis, Trash2 } from "lucide-react";
import { useState } from "react";
import { useGo } from "../app/place.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Menu } from "../parts/menu.tsx";
import { DeleteProduct } from "./delete-product.tsx";
import { DuplicateProduct } from "./duplicate-product.tsx";
import { ProductState } from "./product-state.tsx";
import { useArchive } from "./use-archive.ts";

/** Duplicates, archives and deletes a product. `isEdited`: the form has changes that are not saved. */
export function ProductActions({ product, isEdited }: { product: EditedProduct; isEdited: boolean }) {
  const { slug, may } = useSite();
  const go = useGo();
  const { product: words } = shopTexts;
  const { app } = texts;
  const [open, setOpen] = useState<"duplicate" | "delete">();
  const { archive, isBusy } = useArchive(product);
  const close = () => setOpen(undefined);
  if (!may("catalog:write")) return <ProductState status={product.status} />;
  return (
    <>
      <ProductState status={product.status} />
      <Menu
        isOfPlace
        label={app.more}
        trigger={
          <Button label={app.more} isDisabled={isBusy}>
            <Ellipsis className="icon" aria-hidden />
          </Button>
        }
        groups={[
          [
            { id: "duplicate", label: words.duplicate, icon: <Copy className="icon" aria-hidden />, onAction: () => setOpen("duplicate") },
            ...(product.status === "ARCHIVED"
              ? []
              : [{ id: "archive", label: words.archive, icon: <Archive className="icon" aria-hidden />, onAction: () => void archive() }]),
          ],
          [
            {
              id: "delete",
              label: words.delete,
              icon: <Trash2 className="icon" aria-hidden />,
              isDanger: true,
              onAction: () => setOpen("delete"),
            },
          ],
        ]}
      />
      {open === "duplicate" && <DuplicateProduct product={product} isEdited={isEdited} onClose={close} />}
      {open === "delete" && (
        <DeleteProduct product={product} onClose={close} onDeleted={() => go(`/sites/${slug}/products`, { replace: true })} />
      )}
    </>
  );
}
