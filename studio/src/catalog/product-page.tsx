import { useSuspenseQuery } from "@tanstack/react-query";
import { NotHere } from "../app/not-here.tsx";
import { usePlace } from "../app/place.ts";
import { useSite } from "../app/site.tsx";
import { ProductEditor } from "./product-editor.tsx";
import { productQuery } from "./catalog-queries.ts";

/** One product: its texts, pictures, variants and stock. */
export function ProductPage() {
  const site = useSite();
  const { id = "" } = usePlace();
  const { data: product } = useSuspenseQuery(productQuery(site, id));
  return <ProductEditor key={id} product={product} />;
}

/** A product that is not stored yet. */
export function NewProduct() {
  const { may } = useSite();
  return may("catalog:write") ? <ProductEditor product={undefined} /> : <NotHere />;
}
