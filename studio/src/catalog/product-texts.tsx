import { useEffect, useEffectEvent, useState } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { useSlugOf } from "../content/slug-of.ts";
import { Counter, FieldLabel } from "../fields/label.tsx";
import { TextInput } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import { useProductForm } from "./product-form.ts";

const longestDescription = 10_000;

/** What buyers read first, and the address. */
export function ProductTexts() {
  const { draft, product, isReadOnly, errorOf, set } = useProductForm();
  const { product: words } = shopTexts;
  const [isSlugOwn, setSlugOwn] = useState(product !== undefined);
  const offeredSlug = useSlugOf(draft.title);
  const offer = useEffectEvent(() => {
    if (!isSlugOwn && offeredSlug !== draft.slug) set("slug", offeredSlug);
  });
  useEffect(() => offer(), [offeredSlug]);
  const isMoved = product !== undefined && draft.slug.trim() !== product.slug;
  return (
    <Card>
      <div className="stack">
        <TextInput
          name="title"
          label={<FieldLabel label={words.title} isRequired />}
          value={draft.title}
          onChange={(title) => set("title", title)}
          fault={errorOf("title")}
          isReadOnly={isReadOnly}
          autoComplete="off"
          maxLength={200}
        />
        <TextInput
          label={<FieldLabel label={words.slug} isRequired />}
          hint={isMoved ? words.slugMoved(product.slug) : words.slugHint}
          value={draft.slug}
          onChange={(slug) => {
            setSlugOwn(slug !== "" || product !== undefined);
            set("slug", slug);
          }}
          fault={errorOf("slug")}
          isReadOnly={isReadOnly}
          autoComplete="off"
          spellCheck="false"
          maxLength={200}
        />
        <TextInput
          label={words.description}
          aside={<Counter text={draft.description} most={longestDescription} />}
          value={draft.description}
          onChange={(description) => set("description", description)}
          fault={errorOf("description")}
          isReadOnly={isReadOnly}
          isLong
          maxLength={longestDescription}
        />
      </div>
    </Card>
  );
}
