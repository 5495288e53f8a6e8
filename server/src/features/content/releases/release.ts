import { Type, type Static } from "typebox";
import { NullablePerson } from "../../../lib/admin/person.ts";
import { NullableFault } from "../../../lib/admin/stored-fault.ts";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { problem } from "../../../lib/http/problem.ts";

export const releasePublished = problem("release_published", 409, "The release has been published and can no longer change");

/** The bounds of a site's releases, and of one of them. */
export const releaseBounds = {
  /** Of a site; published ones do not count. */
  releases: 200,
  items: 1_000,
  /** Of the contents to publish, as text. */
  itemBytes: 32 * 2 ** 20,
  changes: 1_000,
  patchBytes: 64 * 1024,
  /** Of all changes together. */
  changeBytes: 2 * 2 ** 20,
};

export const releaseStates = ["OPEN", "SCHEDULED", "PUBLISHED", "FAILED"] as const;
export type ReleaseState = (typeof releaseStates)[number];

export const ReleaseName = Type.String({ minLength: 1, maxLength: 200, pattern: "\\S", examples: ["Spring collection"] });
export const itemActions = ["PUBLISH", "UNPUBLISH"] as const;
export const changeKinds = ["product", "category", "plan"] as const;

const head = {
  id: Uuid,
  name: Type.String(),
  state: Type.Enum([...releaseStates], {
    description:
      "`SCHEDULED`: it is published at `publishAt`. `FAILED`: it could not be, for the reason in `failure`; nothing was published.",
  }),
  publishAt: Nullable(Instant),
  publishedAt: Nullable(Instant),
  failure: Nullable(Type.String({ description: "For people, in English." })),
  fault: NullableFault,
  revision: Type.Integer({ description: "Grows with every change of the release, of its items and of its changes." }),
  createdBy: NullablePerson,
  scheduledBy: NullablePerson,
  createdAt: Instant,
  updatedAt: Instant,
};

export const ReleaseItem = Type.Object(
  {
    translation: Uuid,
    document: Uuid,
    contentType: Type.String(),
    locale: Type.String({ examples: ["en"] }),
    slug: Type.String({ description: "The slug of the content to publish, or of the published content to unpublish." }),
    title: Type.String(),
    action: Type.Enum([...itemActions]),
    revision: Type.Integer({ description: "The revision of the translation that was chosen. It is frozen." }),
    isOutdated: Type.Boolean({ description: "The translation has changed since: the release has the revision all the same." }),
    isTrashed: Type.Boolean({ description: "The document is in the trash: the release cannot be published with it." }),
    addedBy: NullablePerson,
    addedAt: Instant,
  },
  { $id: "ReleaseItem", additionalProperties: false },
);
export type ReleaseItem = Static<typeof ReleaseItem>;

/** Variants of a product as somebody saw them who wrote a patch. */
export const SeenVariants = (description: string) =>
  Type.Array(Type.Object({ sku: Type.String() }, { additionalProperties: true }), { description });

export const ReleaseChange = Type.Object(
  {
    id: Uuid,
    type: Type.Enum([...changeKinds]),
    target: Type.Unsafe<string>({ ...Uuid, description: "The id of the product, category or plan." }),
    patch: Type.Record(Type.String(), Type.Unknown(), { description: "JSON Merge Patch, in the members of a bundle." }),
    seenVariants: Nullable(
      SeenVariants(
        "The variants that the author of the patch saw. The patch changes only what differs from them. Null: it names no variants.",
      ),
    ),
    addedBy: NullablePerson,
    addedAt: Instant,
  },
  { $id: "ReleaseChange", additionalProperties: false },
);
export type ReleaseChange = Static<typeof ReleaseChange>;

export const Release = Type.Object(
  {
    ...head,
    items: Type.Array(ReleaseItem),
    changes: Type.Array(ReleaseChange, { description: "In the order in which they are made." }),
  },
  { $id: "Release", additionalProperties: false },
);
export type Release = Static<typeof Release>;

export const ListedRelease = Type.Object(
  { ...head, items: Type.Integer({ description: "Their number." }), changes: Type.Integer({ description: "Their number." }) },
  { $id: "ListedRelease", additionalProperties: false },
);
export type ListedRelease = Static<typeof ListedRelease>;

/** As many problems of a release as one answer has. */
export const shownProblems = 1_000;

/** One thing that stands in the way of a publication. */
export const ReleaseProblem = Type.Object(
  {
    item: Nullable(Type.Unsafe<string>({ ...Uuid, description: "The translation of the item that it concerns." })),
    change: Nullable(Type.Unsafe<string>({ ...Uuid, description: "The id of the change of the shop that it concerns." })),
    title: Nullable(Type.String({ description: "The item's title." })),
    blockType: Nullable(Type.String({ description: "The type of the block that the path leads into." })),
    path: Type.String({ description: "JSON Pointer into the draft, or into the product, category or plan." }),
    code: Type.String(),
    message: Type.String(),
  },
  { $id: "ReleaseProblem", additionalProperties: false },
);
export type ReleaseProblem = Static<typeof ReleaseProblem>;
