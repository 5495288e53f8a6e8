import { Type, type Static } from "typebox";
import type { Permission } from "../../../lib/admin/roles.ts";

/** The kinds of things that a search finds, with the permission that each needs. */
export const foundTypes = {
  page: "content:read",
  entry: "content:read",
  product: "catalog:read",
  category: "catalog:read",
  order: "orders:read",
  customer: "customers:read",
  asset: "media:read",
  form: "site:read",
  setting: "site:read",
} as const satisfies Record<string, Permission>;
export type FoundType = keyof typeof foundTypes;

export const mostOfType = 8;

export const Found = Type.Object(
  {
    type: Type.Enum(Object.keys(foundTypes) as FoundType[]),
    id: Type.String({ description: "The ID in its address: a form's slug, or the name of a settings screen." }),
    label: Type.String({ examples: ["Fjell chair"] }),
    detail: Type.String({ description: "What tells it from others of the same label.", examples: ["fjell-chair · FJELL-ASH-CORD"] }),
    match: Type.Array(
      Type.Object({ start: Type.Integer({ minimum: 0 }), end: Type.Integer({ minimum: 1 }) }, { additionalProperties: false }),
      {
        description:
          "Where the label has the words, in UTF-16 code units, as `label.slice(start, end)` in JavaScript. Empty: they are in the detail or in the published text.",
      },
    ),
  },
  { $id: "Found", additionalProperties: false },
);
export type Found = Static<typeof Found>;

/** Something that a statement found. */
export interface Candidate {
  id: string;
  label: string;
  detail: string;
  /** Further texts that were looked in. */
  also?: string;
  /** It has the number, the SKU or the address that was typed. */
  isExact: boolean;
}
