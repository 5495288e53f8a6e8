import type { Entry, Page, PreviewPage } from "./generated.ts";
import type { List } from "./operation.ts";
import type {
  BlockTypeName,
  CategoryReference,
  ContentTypeName,
  EntryReference,
  IncludedCategory,
  IncludedEntry,
  IncludedPage,
  IncludedProduct,
  IsReference,
  PageReference,
  ProductReference,
  SiteTypes,
} from "./site-types.ts";

/** A block of one of the types: `type` tells which `props` it has. */
export type BlockOf<Types extends SiteTypes, Type extends BlockTypeName<Types> = BlockTypeName<Types>, Path extends string = never> = {
  [Each in Type]: {
    /** Unique within the page; stays with the block when it moves. */
    id: string;
    type: Each;
    props: Including<Types, Types["blockTypes"][Each]["props"], Path>;
    /** Blocks by slot. */
    children?: Record<string, BlockOf<Types, BlockTypeName<Types>, Path>[]>;
  };
}[Type];

/** A published page whose blocks have the site's types. */
export interface PageOf<Types extends SiteTypes, Path extends string = never> extends Omit<Page, "composition"> {
  composition: BlockOf<Types, BlockTypeName<Types>, Path>[];
}

/** The draft of a page whose blocks have the site's types. */
export interface PreviewPageOf<Types extends SiteTypes> extends Omit<PreviewPage, "composition"> {
  composition: BlockOf<Types>[];
}

/** A published entry of one of the content types. */
export type EntryOf<Types extends SiteTypes, Type extends ContentTypeName<Types> = ContentTypeName<Types>, Path extends string = never> = {
  [Each in Type]: TypedEntry<Each, Including<Types, Types["contentTypes"][Each]["data"], Path>>;
}[Type];

interface TypedEntry<Type extends string, Data> extends Entry<Data> {
  contentType: Type;
}

/** The members of pages and entries that lists answer only if `fields` names them, or is absent. */
type PagePartName = "slug" | "title" | "seo" | "composition" | "alternates";
type AlwaysName = "id" | "locale" | "publishedAt" | "firstPublishedAt" | "createdAt" | "updatedAt";

export type PageMember = PagePartName | AlwaysName;

/** A page of a list with the members that `Member` names; never: with all of them. */
export type ListedPage<Types extends SiteTypes, Member extends string, Path extends string> = [Member] extends [never]
  ? PageOf<Types, Path>
  : Omit<PageOf<Types, Path>, Exclude<PagePartName, Member>>;

export type EntryMember<Types extends SiteTypes, Type extends ContentTypeName<Types>> =
  AlwaysName | ("slug" | "alternates" | "contentType" | "status") | NamedKey<Types["contentTypes"][Type]["data"]>;

/** The names of members, without those that only an index signature allows. */
type NamedKey<Value> = Value extends unknown
  ? keyof { [Name in keyof Value as string extends Name ? never : number extends Name ? never : Name]: unknown } & string
  : never;

/** An entry of a list with the members that `Member` names, of itself or of its data; never: with all of them. */
export type ListedEntry<Types extends SiteTypes, Type extends ContentTypeName<Types>, Member extends string, Path extends string> = [
  Member,
] extends [never]
  ? EntryOf<Types, Type, Path>
  : { [Each in Type]: EntryPartOf<Each, Including<Types, Part<Types["contentTypes"][Each]["data"], Member>, Path>, Member> }[Type];

type Part<Data, Member> = Data extends unknown ? Pick<Data, Extract<NamedKey<Data>, Member> & keyof Data> : never;

type EntryPartOf<Type extends string, Data, Member> = Omit<
  TypedEntry<Type, Data>,
  ("alternates" extends Member ? never : "alternates") | (keyof Data extends never ? "data" : never)
>;

/** A list with the counts that `facets` asked for. */
export type CountedList<Item, Counts> = Omit<List<Item>, "facets"> & (keyof Counts extends never ? unknown : { facets: Counts });

/** A value with the data of the references that the paths name; never: none of them. */
type Including<Types extends SiteTypes, Value, Path extends string> = [Path] extends [never] ? Value : Members<Types, Value, Path>;

/** The members of an object, or of each of its alternatives. */
type Members<Types extends SiteTypes, Value, Path extends string> = Value extends unknown
  ? { [Name in keyof Value]: [Below<Path, Name>] extends [never] ? Value[Name] : Reached<Types, Value[Name], Below<Path, Name>> }
  : never;

/** The rests of the paths that begin with a name; empty for the one that ends there. */
type Below<Path extends string, Name> = string extends Name
  ? Path extends `${string}.${infer Rest}`
    ? Rest
    : ""
  : Path extends Name
    ? ""
    : Name extends string
      ? Path extends `${Name}.${infer Rest}`
        ? Rest
        : never
      : never;

/** A value that a path has led to. */
type Reached<Types extends SiteTypes, Value, Path extends string> = Value extends readonly (infer Item)[]
  ? Reached<Types, Item, Path>[]
  : Value extends object
    ? IsReference<Value> extends true
      ? Included<Types, Value, Exclude<Path, "">>
      : Including<Types, Value, Exclude<Path, "">>
    : Value;

type Included<Types extends SiteTypes, Value, Path extends string> =
  Value extends EntryReference<infer Type>
    ? IncludedEntries<Types, Type, Path>
    : Value extends PageReference
      ? IncludedPage
      : Value extends ProductReference
        ? IncludedProduct
        : Value extends CategoryReference
          ? IncludedCategory
          : Value;

/** One for each content type, so that `contentType` tells which data it has. */
type IncludedEntries<Types extends SiteTypes, Type extends string, Path extends string> = Type extends unknown
  ? IncludedEntry<
      Type,
      Type extends ContentTypeName<Types> ? Including<Types, Types["contentTypes"][Type]["data"], Path> : Record<string, unknown>
    >
  : never;

/** The references of a type, by the paths that lead to them. */
type ReferencesOf<Types extends SiteTypes, Type> = Type extends ContentTypeName<Types> ? Types["contentTypes"][Type]["references"] : never;

type NameOfEach<References> = References extends unknown ? keyof References & string : never;
type TargetOfEach<References, Name> = References extends unknown ? (Name extends keyof References ? References[Name] : never) : never;
/** Only entries refer on: of an included page, the composition is not answered. */
type Onward<Types extends SiteTypes, Target> = Target extends EntryReference<infer Type> ? ReferencesOf<Types, Type> : never;

/** The names of references, and those paths of up to three of them that the given one begins. */
type IncludePath<Types extends SiteTypes, References, Given extends string, Steps extends unknown[] = [1, 2]> =
  NameOfEach<References> | (Steps extends [unknown, ...infer Left] ? PathOnward<Types, References, "", Given, Left> : never);

/** The paths that go on behind a name at the beginning of the given one. Names may have dots. Only what was given is followed: all paths are too many. */
type PathOnward<
  Types extends SiteTypes,
  References,
  Before extends string,
  Given extends string,
  Left extends unknown[],
> = Given extends `${infer Word}.${infer Rest}`
  ? | (`${Before}${Word}` extends NameOfEach<References>
        ? `${Before}${Word}.${IncludePath<Types, Onward<Types, TargetOfEach<References, `${Before}${Word}`>>, Rest, Left>}`
        : never)
    | PathOnward<Types, References, `${Before}${Word}.`, Rest, Left>
  : never;

/** The given path if it leads to a reference; otherwise the possible ones. */
type Checked<Types extends SiteTypes, References, Path extends string> =
  Path extends IncludePath<Types, References, Path> ? Path : IncludePath<Types, References, Path>;

/** A path of references from the data of an entry. */
export type EntryInclude<Types extends SiteTypes, Type extends ContentTypeName<Types>, Path extends string> = Checked<
  Types,
  ReferencesOf<Types, Type>,
  Path
>;

/** A path of references from the props of any block. */
export type PageInclude<Types extends SiteTypes, Path extends string> = Checked<
  Types,
  Types["blockTypes"][BlockTypeName<Types>]["references"],
  Path
>;
