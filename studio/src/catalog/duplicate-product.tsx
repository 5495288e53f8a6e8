import { isAdminError, type EditedProduct } from "@vitrine/client/admin";
import { useState } from "react";
import { Form } from "react-aria-components";
import { useGo } from "../app/place.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { isSlug } from "../content/slug-of.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { toast } from "../parts/toast.tsx";
import { useShowProduct } from "./catalog-queries.ts";

interface DuplicateProductProps {
  product: EditedProduct;
  isEdited: boolean;
  onClose(): void;
}

/** Makes a draft with the same texts, pictures and variants, at an address that the person chooses. */
export function DuplicateProduct({ product, isEdited, onClose }: DuplicateProductProps) {
  const site = useSite();
  const go = useGo();
  const show = useShowProduct();
  const { product: words } = shopTexts;
  const { act, isBusy } = useMutation(words.problems);
  const [slug, setSlug] = useState(`${product.slug}-copy`);
  const [takenSlug, setTakenSlug] = useState<string>();
  const isWrong = !isSlug(slug.trim());
  const duplicate = async () => {
    await act(async () => {
      try {
        const copy = await site.api.catalog.duplicateProduct({ id: product.id, slug: slug.trim() });
        show(copy);
        onClose();
        go(`/sites/${site.slug}/products/${copy.id}`);
        toast(words.duplicated);
      } catch (error) {
        if (!isAdminError(error, "validation_failed")) throw error;
        // The address, or an SKU that ends with it.
        setTakenSlug(slug);
      }
    });
  };
  return (
    <Dialog title={words.duplicateTitle} isOpen onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && !isWrong) void duplicate();
        }}
      >
        <p>{words.duplicateText}</p>
        {isEdited && <p role="status">{words.duplicateUnsaved}</p>}
        <TextInput
          label={words.slug}
          value={slug}
          onChange={setSlug}
          fault={isWrong ? words.errors.slug : slug === takenSlug ? words.errors.slugTaken : undefined}
          autoFocus
          autoComplete="off"
          spellCheck="false"
          maxLength={200}
        />
        <div className="row">
          <Button type="submit" variant="primary" isDisabled={isBusy || isWrong}>
            {words.duplicate}
          </Button>
          <Button onPress={onClose}>{texts.app.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
