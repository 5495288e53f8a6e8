import { useSite } from "../app/site.tsx";
import { localeName, texts } from "../app/texts.ts";
import { Choice } from "../parts/choice.tsx";
import { useOpenDocument } from "./open-document.tsx";
import { useBeside } from "./original.ts";

/** Whether the texts of another locale stand beside the fields, and of which. */
export function BesideChoice() {
  const { site } = useSite();
  const { document, translation } = useOpenDocument();
  const chosen = useBeside(({ locale }) => locale);
  const others = site.locales.filter(
    (locale) => locale !== translation.locale && document.translations.some((each) => each.locale === locale),
  );
  if (others.length === 0) return null;
  const { editor } = texts;
  return (
    <Choice
      label={editor.beside}
      isLabelUnseen
      options={[
        { id: "", label: editor.besideNone },
        ...others.map((locale) => ({ id: locale, label: editor.besideOf(localeName(locale)) })),
      ]}
      value={chosen !== null && others.includes(chosen) ? chosen : ""}
      onChange={(locale) => useBeside.setState({ locale: locale || null })}
    />
  );
}
