import { Type } from "typebox";
import { plainUrl } from "./plain-url.ts";
import { invalidMember } from "./problem.ts";

/** The target of a link in a mail, as callers give it. */
export const LinkBase = Type.String({
  maxLength: 2_048,
  description:
    "Absolute http(s) URL; the token is added as the query parameter `token`. Its origin must be one of the site's allowed " +
    "origins, word for word: otherwise the mail leads to the site's own pages, and the response has a warning.",
  examples: ["https://shop.example/verify"],
});

export const Warnings = Type.Array(
  Type.Object({ code: Type.Literal("url_not_allowed"), message: Type.String() }, { additionalProperties: false }),
  { description: "The parts of the request that Vitrine could not fulfil. Absent if there are none." },
);

export interface CheckedLink {
  /** Canonical; null if it is not an address of the site, so that no mail may link to it. */
  base: string | null;
  warnings: { code: "url_not_allowed"; message: string }[];
}

/** Checks a link's base, or throws `validation_failed` if it is not an http(s) URL. `path` points to it in the body. */
export function checkLinkBase(text: string, path: string, allowsLink: (origin: string) => boolean): CheckedLink {
  const url = plainUrl(text);
  const error = !url
    ? "must be an absolute http(s) URL"
    : url.username || url.password
      ? "must hold no user name or password"
      : text.includes("#")
        ? "must have no fragment"
        : undefined;
  if (!url || error) throw invalidMember(path, "url", error ?? "is not a URL");
  if (allowsLink(url.origin)) return { base: url.href, warnings: [] };
  const message = `The origin of ${path.slice(1)} is not one of the site's allowed origins, so the mail leads to the site's own pages.`;
  return { base: null, warnings: [{ code: "url_not_allowed", message }] };
}

/** The link of a mail: the base with the token, other parameters kept, never a second token. */
export function linkWithToken(base: string, token: string): string {
  const url = new URL(base);
  url.searchParams.set("token", token);
  return url.href;
}
