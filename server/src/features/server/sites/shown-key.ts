import { Type, type Static } from "typebox";
import { Instant, Nullable, Uuid } from "../../../lib/http/envelope.ts";
import { problem } from "../../../lib/http/problem.ts";
import type { StoredKey } from "./keys.ts";

export const keyNotFound = problem("key_not_found", 404, "Key not found");

const readLimit = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: "Reads per second for this key, in place of the limit per client.",
});

export const keyMembers = {
  name: Type.String({ minLength: 1, maxLength: 200, description: "What the key is for." }),
  readLimit: Type.Optional(Nullable(readLimit)),
};

/** An API key of a site. The key itself is not stored. */
export const ApiKey = Type.Object(
  {
    id: Uuid,
    name: Type.String({ examples: ["Storefront"] }),
    lastFour: Type.String({ description: "The key's last four characters." }),
    readLimit: Nullable(readLimit),
    createdAt: Instant,
    revokedAt: Nullable(Instant),
  },
  { $id: "ApiKey", additionalProperties: false },
);
export type ApiKey = Static<typeof ApiKey>;

export function shownKey({ createdAt, revokedAt, ...key }: StoredKey): ApiKey {
  return { ...key, createdAt: createdAt.toISOString(), revokedAt: revokedAt?.toISOString() ?? null };
}
