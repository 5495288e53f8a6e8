import type { EditedProductRow } from "@vitrine/client/admin";
import { Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { listTexts } from "../app/list-texts.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { formatMoney, texts } from "../app/texts.ts";
import { Ago } from "../parts/ago.tsx";
import { Badge } from "../parts/badge.tsx";
import type { TableColumn } from "../parts/table.tsx";
import styles from "./catalog.module.css";
import type { Category } from "./category-order.ts";
import { ProductState } from "./product-state.tsx";
import { ProductThumbnail } from "./product-thumbnail.tsx";

/** As the server counts it for the view of low stocks. */
const lowStock = 5;

interface ColumnsProps {
  categories: readonly Category[];
  /** Undefined: the person may only look. */
  onEdit: ((product: EditedProductRow) => void) | undefined;
}

/** The columns of the list of products. Price and stock open the fields to change them. */
export function productColumns({ categories, onEdit }: ColumnsProps): TableColumn<EditedProductRow>[] {
  const { products } = shopTexts;
  const { columns } = listTexts;
  const titles = new Map(categories.map(({ id, title }) => [id, title]));
  return [
    {
      id: "title",
      label: products.product,
      isSortable: true,
      width: "3fr",
      show: ({ title, slug, image }) => (
        <>
          <ProductThumbnail image={image} />
          <span className={styles.title}>{title}</span>
          <span className={`soft ${styles.slug}`}>/{slug}</span>
        </>
      ),
    },
    {
      id: "status",
      label: texts.list.state,
      width: 120,
      show: ({ status }) => <ProductState status={status} />,
    },
    {
      id: "category",
      label: products.category,
      width: "2fr",
      isExtra: true,
      show: ({ categoryId }) => <span className="soft">{titles.get(categoryId ?? "") ?? ""}</span>,
    },
    {
      id: "price",
      label: products.price,
      isSortable: true,
      width: 150,
      isMinor: true,
      show: (product) => (
        <EditableCell label={products.changePriceOf(product.title)} onEdit={onEdit && (() => onEdit(product))}>
          <Price product={product} />
        </EditableCell>
      ),
    },
    {
      id: "stock",
      label: products.stock,
      width: 130,
      isMinor: true,
      show: (product) => (
        <EditableCell label={products.changeStockOf(product.title)} onEdit={onEdit && (() => onEdit(product))}>
          <Stock product={product} />
        </EditableCell>
      ),
    },
    {
      id: "updatedAt",
      label: texts.list.changed,
      isSortable: true,
      width: 150,
      isExtra: true,
      show: ({ updatedAt }) => (
        <span className="soft">
          <Ago at={updatedAt} />
        </span>
      ),
    },
    { id: "variants", label: columns.variants, isOffered: true, width: 110, show: ({ variants }) => variants },
    {
      id: "compareAtPrice",
      label: columns.compareAt,
      isOffered: true,
      width: 150,
      show: ({ compareAtPrice, currency }) => (compareAtPrice === null ? "" : formatMoney(compareAtPrice, currency)),
    },
    { id: "slug", label: texts.list.address, isOffered: true, show: ({ slug }) => <span className="soft">/{slug}</span> },
    {
      id: "createdAt",
      label: columns.created,
      isOffered: true,
      width: 150,
      show: ({ createdAt }) => (
        <span className="soft">
          <Ago at={createdAt} />
        </span>
      ),
    },
  ];
}

function EditableCell({ label, onEdit, children }: { label: string; onEdit: (() => void) | undefined; children: ReactNode }) {
  if (!onEdit) return children;
  return (
    <AriaButton className={styles.editable ?? ""} onPress={onEdit}>
      {children}
      <Pencil className="icon" aria-hidden />
      <span className="unseen">{label}</span>
    </AriaButton>
  );
}

function Price({ product: { price, compareAtPrice, currency, variants } }: { product: EditedProductRow }) {
  const { products } = shopTexts;
  const amount = formatMoney(price, currency);
  return (
    <span>
      {variants > 1 ? products.from(amount) : amount}
      {compareAtPrice !== null && <s className="soft"> {formatMoney(compareAtPrice, currency)}</s>}
    </span>
  );
}

function Stock({ product: { stock, variants } }: { product: EditedProductRow }) {
  const { products } = shopTexts;
  if (stock === null) return <span className="soft">{products.untracked}</span>;
  if (stock === 0) return <Badge tone="bad">{products.soldOut}</Badge>;
  if (variants === 1 && stock <= lowStock) return <Badge tone="warn">{products.left(stock)}</Badge>;
  return stock;
}
