import type { ReactNode } from "react";
import { useSite } from "../app/site.tsx";
import { localeName } from "../app/texts.ts";
import { TextInput } from "../parts/field.tsx";

interface TextsInputProps {
  label: string;
  value: Readonly<Record<string, string>>;
  onChange(value: Record<string, string>): void;
  hint?: ReactNode;
  faultOf?(locale: string): string | undefined;
}

/** A text in each language of the site, that of the default locale first. */
export function TextsInput({ label, value, onChange, hint, faultOf }: TextsInputProps) {
  const { site } = useSite();
  const locales = [site.defaultLocale, ...site.locales.filter((locale) => locale !== site.defaultLocale)];
  return locales.map((locale) => (
    <TextInput
      key={locale}
      label={locales.length > 1 ? `${label} (${localeName(locale)})` : label}
      isRequired={locale === site.defaultLocale}
      maxLength={200}
      autoComplete="off"
      value={value[locale] ?? ""}
      hint={locale === site.defaultLocale ? hint : undefined}
      fault={faultOf?.(locale)}
      onChange={(text) => {
        const { [locale]: _, ...others } = value;
        onChange(text === "" ? others : { ...others, [locale]: text });
      }}
    />
  ));
}
