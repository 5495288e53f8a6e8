import type { Asset } from "@vitrine/client/admin";

/** The kinds of files that people tell apart, as the API filters them. */
export const kinds = ["image", "video", "audio", "document"] as const;
export type Kind = (typeof kinds)[number];

export function kindOf({ contentType }: Pick<Asset, "contentType">): Kind {
  const [kind] = contentType.split("/");
  return kinds.find((each) => each === kind) ?? "document";
}

/** The ending of a file's name: PDF, MP4. */
export const endingOf = (name: string) => (/\.([^.]{1,5})$/.exec(name)?.[1] ?? "").toUpperCase();
