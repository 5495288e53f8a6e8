import type {
  ContentOperations,
  Entry,
  GetBlogPostInput,
  GetEntryInput,
  GetPageInput,
  GetPreviewInput,
  ListEntriesInput,
  ListPagesInput,
} from "./generated.ts";
import type { Call, CallOptions, List } from "./operation.ts";
import type {
  CountedList,
  EntryInclude,
  EntryMember,
  EntryOf,
  ListedEntry,
  ListedPage,
  PageInclude,
  PageMember,
  PageOf,
  PreviewPageOf,
} from "./site-answers.ts";
import type { EntryConditions, EntryFields, FacetName, Facets, OneOrMore, Order, PageConditions, PageFields } from "./site-queries.ts";
import type { ContentTypeName, SingleTypeName, SiteTypes } from "./site-types.ts";

type Typed = "where" | "sort" | "fields" | "facets" | "include";

/** A query of a list of entries. `Path` are the references to include, `Member` the members and `Facet` the fields that it names. */
export interface EntryQuery<
  Types extends SiteTypes,
  Type extends ContentTypeName<Types>,
  Path extends string = never,
  Member extends EntryMember<Types, Type> = never,
  Facet extends FacetName<Types, Type> = never,
> extends Omit<ListEntriesInput, Typed | "contentTypeSlug"> {
  /** The content type's slug. */
  contentTypeSlug: Type;
  /** Conditions by the names of fields, up to twelve, all of which hold; of the groups in `any`, up to four, one has to hold. */
  where?: EntryConditions<Types, Type> | undefined;
  /** Up to three fields; entries without a value come last. */
  sort?: OneOrMore<Order<EntryFields<Types, Type>>> | undefined;
  /** The only members to answer, of the entry or of its data. */
  fields?: OneOrMore<Member> | undefined;
  /** Up to five fields: the answer counts the entries of each of their values. */
  facets?: OneOrMore<Facet> | undefined;
  /** The references whose targets are answered with their data. A dot leads on, over up to three of them. */
  include?: OneOrMore<EntryInclude<Types, Type, Path>> | undefined;
}

/** A query of a list of pages. */
export interface PageQuery<Types extends SiteTypes, Path extends string = never, Member extends PageMember = never> extends Omit<
  ListPagesInput,
  Typed
> {
  /** Conditions by the names of fields, up to twelve, all of which hold; of the groups in `any`, up to four, one has to hold. */
  where?: PageConditions | undefined;
  /** Up to three fields. */
  sort?: OneOrMore<Order<PageFields>> | undefined;
  /** The only members to answer. */
  fields?: OneOrMore<Member> | undefined;
  /** The references in the props of blocks whose targets are answered with their data. */
  include?: OneOrMore<PageInclude<Types, Path>> | undefined;
}

type WithInclude<Input, Include> = Omit<Input, "include" | "contentTypeSlug"> & {
  /** The references whose targets are answered with their data. A dot leads on, over up to three of them. */
  include?: OneOrMore<Include> | undefined;
};

type GetSingleInput = Pick<GetEntryInput, "contentTypeSlug" | "locale" | "include">;

/** The operations of content for any site. */
export interface AnySiteContentOperations extends ContentOperations {
  /** Read the entry of a single content type: in the requested locale, or else in the site's default one. Null: it is not published. */
  getSingle<Data = Record<string, unknown>>(input: GetSingleInput, options?: CallOptions): Call<Entry<Data> | null, "listEntries">;
}

/** The operations of content for a site whose types are known. */
export interface SiteContentOperations<Types extends SiteTypes> extends Pick<ContentOperations, "listBlockTypes"> {
  /** List the published pages. Whole pages of one locale, by slug. */
  readonly listPages: {
    <Path extends string = never, Member extends PageMember = never>(
      input?: PageQuery<Types, Path, Member>,
      options?: CallOptions,
    ): Call<List<ListedPage<Types, Member, Path>>, "listPages">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all<Path extends string = never, Member extends PageMember = never>(
      input?: PageQuery<Types, Path, Member>,
      options?: CallOptions,
    ): AsyncGenerator<ListedPage<Types, Member, Path>, void, undefined>;
  };
  /** Read a published page: in the requested locale, or else in the site's default one. */
  getPage<Path extends string = never>(
    input: WithInclude<GetPageInput, PageInclude<Types, Path>>,
    options?: CallOptions,
  ): Call<PageOf<Types, Path>, "getPage">;
  /** List the published entries of a content type. Whole entries of one locale, the most recently published first. */
  readonly listEntries: {
    <
      Type extends ContentTypeName<Types>,
      Path extends string = never,
      Member extends EntryMember<Types, Type> = never,
      Facet extends FacetName<Types, Type> = never,
    >(
      input: EntryQuery<Types, Type, Path, Member, Facet>,
      options?: CallOptions,
    ): Call<CountedList<ListedEntry<Types, Type, Member, Path>, Facets<EntryFields<Types, Type>, Facet>>, "listEntries">;
    /** The items of every page from `page` on, a hundred a request unless `pageSize` says otherwise. */
    all<Type extends ContentTypeName<Types>, Path extends string = never, Member extends EntryMember<Types, Type> = never>(
      input: EntryQuery<Types, Type, Path, Member>,
      options?: CallOptions,
    ): AsyncGenerator<ListedEntry<Types, Type, Member, Path>, void, undefined>;
  };
  /** Read a published entry: in the requested locale, or else in the site's default one. */
  getEntry<Type extends ContentTypeName<Types>, Path extends string = never>(
    input: WithInclude<GetEntryInput, EntryInclude<Types, Type, Path>> & { contentTypeSlug: Type },
    options?: CallOptions,
  ): Call<EntryOf<Types, Type, Path>, "getEntry">;
  /** Read the entry of a single content type: in the requested locale, or else in the site's default one. Null: it is not published. */
  getSingle<Type extends SingleTypeName<Types>, Path extends string = never>(
    input: WithInclude<GetSingleInput, EntryInclude<Types, Type, Path>> & { contentTypeSlug: Type },
    options?: CallOptions,
  ): Call<EntryOf<Types, Type, Path> | null, "listEntries">;
  /** Read a published blog post. The same as reading an entry of the content type `blog-post`. */
  getBlogPost<Path extends string = never>(
    input: WithInclude<GetBlogPostInput, EntryInclude<Types, BlogPost<Types>, Path>>,
    options?: CallOptions,
  ): Call<BlogPost<Types> extends never ? Entry : EntryOf<Types, BlogPost<Types>, Path>, "getBlogPost">;
}

type BlogPost<Types extends SiteTypes> = Extract<ContentTypeName<Types>, "blog-post">;

/** The operations of previews for a site whose types are known. */
export interface SitePreviewOperations<Types extends SiteTypes> {
  /** Read the draft of a page. The token in the path is the only credential. */
  getPreview(input: GetPreviewInput, options?: CallOptions): Call<PreviewPageOf<Types>, "getPreview">;
}
