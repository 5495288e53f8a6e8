import { useGo } from "../app/place.ts";
import { useSite } from "../app/site.tsx";
import { localeName, texts } from "../app/texts.ts";
import { Choice } from "../parts/choice.tsx";
import { useOpenDocument } from "./open-document.tsx";
import { pathOfDocument } from "./document-path.ts";

/** The locale that is edited, and the way to the others. */
export function LocaleSwitch() {
  const { site, slug } = useSite();
  const { document, translation } = useOpenDocument();
  const go = useGo();
  const { states } = texts;
  return (
    <Choice
      label={texts.editor.locale}
      isLabelUnseen
      options={site.locales.map((locale) => {
        const foundTranslation = document.translations.find((each) => each.locale === locale);
        return { id: locale, label: localeName(locale), detail: foundTranslation ? states[foundTranslation.state] : states.MISSING };
      })}
      value={translation.locale}
      onChange={(locale) => locale !== translation.locale && go(`/sites/${slug}${pathOfDocument(document, locale)}`)}
    />
  );
}
