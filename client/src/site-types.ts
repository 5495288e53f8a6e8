import type { Category, Product, Seo } from "./generated.ts";

/**
 * The block types and content types of one site, as `vitrine types` writes them. With them, `createClient<Site>` knows the fields that queries
 * can name, and the blocks and data of answers.
 */
export interface SiteTypes {
  blockTypes: Record<string, { props: object; references: object }>;
  contentTypes: Record<string, { data: object; queryable: object; references: object; single?: true }>;
}

export type BlockTypeName<Types extends SiteTypes> = keyof Types["blockTypes"] & string;
export type ContentTypeName<Types extends SiteTypes> = keyof Types["contentTypes"] & string;
/** The content types that have one entry. */
export type SingleTypeName<Types extends SiteTypes> = {
  [Name in ContentTypeName<Types>]: Types["contentTypes"][Name] extends { single: true } ? Name : never;
}[ContentTypeName<Types>];

/** Tells a reference from an object that happens to have its members. No value has it. */
declare const referenceKind: unique symbol;

/** A reference to an entry, as content shows it. */
export interface EntryReference<ContentType extends string = string> {
  /** The entry's id. */
  entry: string;
  contentType: ContentType;
  slug: string;
  /** The locale in which it is shown: that of the content, or else the site's default one. */
  locale: string;
  title: string;
  readonly [referenceKind]?: "entry";
}

/** A reference to a page, as content shows it. */
export interface PageReference {
  /** The page's id. */
  page: string;
  slug: string;
  /** The locale in which it is shown: that of the content, or else the site's default one. */
  locale: string;
  title: string;
  readonly [referenceKind]?: "page";
}

/** A reference to a product, as content shows it. */
export interface ProductReference {
  /** The product's id. */
  product: string;
  slug: string;
  title: string;
  readonly [referenceKind]?: "product";
}

/** A reference to a category, as content shows it. */
export interface CategoryReference {
  /** The category's id. */
  category: string;
  slug: string;
  title: string;
  readonly [referenceKind]?: "category";
}

/** A file of the media library, as content shows it. */
export interface AssetReference {
  /** The asset's id. */
  asset: string;
  url: string;
  /** The alternative text, in the locale of the content. */
  alt: string;
  /** In pixels; null for what is not a picture. */
  width: number | null;
  height: number | null;
  contentType: string;
  bytes: number;
  /** The point that a crop should keep: from the left and from the top, of 1. */
  focus: [number, number];
  /** A ThumbHash in base64. */
  placeholder: string | null;
  /** For the attribute of that name. Null for a drawing or an animated picture. */
  srcset: string | null;
  /** Only of an animated picture: its first frame, for people who want less motion. */
  still?: string;
  readonly [referenceKind]?: "asset";
}

/** Whether a type is one of the references above. */
export type IsReference<Value> = typeof referenceKind extends keyof Value ? true : false;

/** An included entry. */
export interface IncludedEntry<ContentType extends string, Data> extends EntryReference<ContentType> {
  data: Data;
}

/** An included page: its composition is not part of it. */
export interface IncludedPage extends PageReference {
  data: { title: string; seo: Seo };
}

/** An included product. */
export interface IncludedProduct extends ProductReference {
  data: Product;
}

/** An included category. */
export interface IncludedCategory extends CategoryReference {
  data: Category;
}

interface FieldValues {
  id: string;
  text: string;
  number: number;
  boolean: boolean;
  /** `2026-01-31` */
  date: string;
  /** `2026-01-31T14:30:00Z` */
  instant: string;
  entry: EntryReference;
  page: PageReference;
  product: ProductReference;
  category: CategoryReference;
}

/** A field that queries can name: its kind decides the operators, and `Value` is what facets count. */
export interface Field<Kind extends keyof FieldValues, Value = FieldValues[Kind]> {
  kind: Kind;
  value: Value;
  isList: false;
}

/** A field of which a document may have several values. */
export interface ListField<Kind extends keyof FieldValues, Value = FieldValues[Kind]> {
  kind: Kind;
  value: Value;
  isList: true;
}

/** Any of both. */
export interface AnyField {
  kind: keyof FieldValues;
  value: unknown;
  isList: boolean;
}
