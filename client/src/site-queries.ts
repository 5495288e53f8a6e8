import type { AnyField, ContentTypeName, EntryReference, Field, SiteTypes } from "./site-types.ts";

/** One, or a list. */
export type OneOrMore<Value> = Value | readonly Value[];

/** The fields that every document has. */
interface DocumentFields {
  id: Field<"id">;
  slug: Field<"text">;
  publishedAt: Field<"instant">;
  firstPublishedAt: Field<"instant">;
  createdAt: Field<"instant">;
  updatedAt: Field<"instant">;
}

/** The fields of pages. */
export interface PageFields extends DocumentFields {
  locale: Field<"text">;
}

/** The fields of products and categories that content refers to. */
interface CatalogItemFields {
  id: Field<"id">;
  slug: Field<"id">;
}

/** The fields that a content type marks as `x-queryable`. */
type MarkedFields<Types extends SiteTypes, Type> = Type extends ContentTypeName<Types> ? Types["contentTypes"][Type]["queryable"] : never;

/** The fields of entries, without those behind references. */
export type EntryFields<Types extends SiteTypes, Type> = PageFields & MarkedFields<Types, Type>;

/** The fields that a reference leads to: an object for each content type that its target may have. */
type TargetFields<Types extends SiteTypes, Of> = Of extends { kind: "entry"; value: EntryReference<infer Type> }
  ? FieldsOfEach<Types, Type>
  : Of extends { kind: "page" }
    ? DocumentFields
    : Of extends { kind: "product" | "category" }
      ? CatalogItemFields
      : never;

type FieldsOfEach<Types extends SiteTypes, Type> = Type extends unknown ? DocumentFields & PlainFields<MarkedFields<Types, Type>> : never;

type ReferenceKind = "entry" | "page" | "product" | "category";

/** The fields of targets that are not references themselves. */
type PlainFields<Fields> = { [Name in keyof Fields as Fields[Name] extends { kind: ReferenceKind } ? never : Name]: Fields[Name] };

type KeyOfEach<Union> = Union extends unknown ? keyof Union & string : never;
type MemberOfEach<Union, Name> = Union extends unknown ? (Name extends keyof Union ? Union[Name] : never) : never;

/** The fields behind a reference, under its name and a dot. */
type FieldsBehind<Types extends SiteTypes, Name extends string, Of> = {
  [Behind in KeyOfEach<TargetFields<Types, Of>> as `${Name}.${Behind}`]: MemberOfEach<TargetFields<Types, Of>, Behind>;
};

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void ? All : never;

/** Everything that conditions can name, one step through references included. */
type ConditionFields<Types extends SiteTypes, Fields> = Fields &
  Intersection<
    {
      [Name in keyof Fields & string]: Fields[Name] extends { kind: ReferenceKind } ? FieldsBehind<Types, Name, Fields[Name]> : never;
    }[keyof Fields & string]
  >;

/** The value that a field is compared with: of a reference the id of its target. */
type Operand<Of extends AnyField> = Of["kind"] extends "id" | ReferenceKind
  ? string
  : Of["kind"] extends "instant"
    ? string | Date
    : Of["value"];

interface Equalities<Value> {
  eq?: Value | undefined;
  ne?: Value | undefined;
  /** One of up to fifty. */
  in?: readonly Value[] | undefined;
  nin?: readonly Value[] | undefined;
  exists?: boolean | undefined;
}

interface Orderings<Value> {
  lt?: Value | undefined;
  lte?: Value | undefined;
  gt?: Value | undefined;
  gte?: Value | undefined;
}

interface TextParts {
  /** The beginning, without regard to case and marks. */
  prefix?: string | undefined;
}

interface Containing<Value> {
  contains?: Value | undefined;
}

/** Enumerated texts have an order among all texts. */
type OrderedOperand<Of extends AnyField> = Of["kind"] extends "text" ? string : Of["kind"] extends "number" ? number : Operand<Of>;

/** The comparisons with a field, all of which hold; a plain value stands for `eq`. */
type Condition<Of> = Of extends AnyField
  ? | Operand<Of>
    | (Equalities<Operand<Of>> &
        (Of["kind"] extends "text" | "number" | "date" | "instant" ? Orderings<OrderedOperand<Of>> : unknown) &
        (Of["kind"] extends "text" ? TextParts : unknown) &
        (Of["isList"] extends true ? Containing<Operand<Of>> : Of["kind"] extends "text" ? Containing<string> : unknown))
  : never;

type ConditionGroup<Fields> = { readonly [Name in keyof Fields]?: Condition<Fields[Name]> | undefined };

/** Conditions, all of which hold; of the groups in `any` one has to hold. A field that is called `any` can be compared as well. */
type Conditions<Fields> = {
  readonly [Name in keyof Fields | "any"]?:
    | (Name extends keyof Fields ? Condition<Fields[Name]> : never)
    | (Name extends "any" ? readonly ConditionGroup<Fields>[] : never)
    | undefined;
};

/** The conditions of a list of pages. */
export type PageConditions = Conditions<PageFields>;

/** The conditions of a list of entries. */
export type EntryConditions<Types extends SiteTypes, Type extends ContentTypeName<Types>> = Conditions<
  ConditionFields<Types, EntryFields<Types, Type>>
>;

/** The fields that have one value, and an order. */
type SortName<Fields> = {
  [Name in keyof Fields & string]: Fields[Name] extends { kind: ReferenceKind } | { isList: true } ? never : Name;
}[keyof Fields & string];

/** A field to sort by: ascending unless it ends in `:desc`. `relevance` is for searches. */
export type Order<Fields> = `${SortName<Fields> | "relevance"}${"" | ":asc" | ":desc"}`;

/** The fields whose values can be counted. */
export type FacetName<Types extends SiteTypes, Type extends ContentTypeName<Types>> = keyof Types["contentTypes"][Type]["queryable"] &
  string;

/** The counts of each named field: its most frequent values. */
export type Facets<Fields, Name extends string> = {
  [Each in Name]: Each extends keyof Fields ? { value: FacetValue<Fields[Each]>; count: number }[] : never;
};

/** A reference is null if its target was hidden since it was counted. */
type FacetValue<Of> = Of extends AnyField ? (Of["kind"] extends ReferenceKind ? Of["value"] | null : Of["value"]) : never;
