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
        const translation = translations.find((each) => each.locale === locale);
        if (!translation) return null;
        const words = [
          texts.states[translation.state],
          ...(translation.scheduled ? [texts.states.scheduled] : []),
          ...(translation.isInvalid ? [texts.states.invalid] : []),
        ].join(", ");
        return (
          <Badge key={locale} tone={translation.isInvalid ? "warn" : tones[translation.state]} title={`${localeName(locale)}: ${words}`}>
            {locale}
            {translation.scheduled && <Clock size={12} aria-hidden />}
            {translation.isInvalid && <TriangleAlert size={12} aria-hidden />}
            <span className="unseen">: {words}</span>
          </Badge>
        );
      })}
    </>
  );
}
