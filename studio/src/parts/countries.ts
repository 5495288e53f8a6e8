import { language } from "../app/texts.ts";

const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
/** Codes that Intl names and that are no country, as on the server. */
const others = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"]);

/** All countries by name, in the language of the studio. */
export function countries(): { id: string; label: string }[] {
  const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
  const isCurrent = (id: string) => !others.has(id) && new Intl.Locale(`und-${id}`).region === id;
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((id) => {
      const label = isCurrent(id) ? names.of(id) : undefined;
      return label === undefined ? [] : [{ id, label }];
    })
    .sort((a, b) => a.label.localeCompare(b.label, language));
}

export const countryName = (code: string): string => new Intl.DisplayNames([language], { type: "region" }).of(code) ?? code;
