import type { ListedDocument } from "@vitrine/client/admin";
import { Clock, TriangleAlert } from "lucide-react";
import { localeName, texts } from "../app/texts.ts";
import { Badge, type Tone } from "../parts/badge.tsx";

type Listed = ListedDocument["translations"][number];

const tones: Readonly<Record<Listed["state"], Tone>> = { DRAFT: "plain", PUBLISHED: "good", CHANGED: "accent" };

/** A mark for each of the site's locales: how far its text is. */
export function LocaleStates({ locales, translations }: { locales: readonly string[]; translations: readonly Listed[] }) {
  return (
    <>
      {locales.map((locale) => {
        const found = translations.find((each) => each.locale === locale);
        if (!found) return null;
        const words = [
          texts.states[found.state],
          ...(found.scheduled ? [texts.states.scheduled] : []),
          ...(found.isInvalid ? [texts.states.invalid] : []),
        ].join(", ");
        return (
          <Badge key={locale} tone={found.isInvalid ? "warn" : tones[found.state]} title={`${localeName(locale)}: ${words}`}>
            {locale}
            {found.scheduled && <Clock size={12} aria-hidden />}
            {found.isInvalid && <TriangleAlert size={12} aria-hidden />}
            <span className="unseen">: {words}</span>
          </Badge>
        );
      })}
    </>
  );
}
