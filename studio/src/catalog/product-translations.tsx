import type { ReactNode } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { localeName } from "../app/texts.ts";
import { Choice } from "../parts/choice.tsx";
import { TextInput } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import { otherLocales } from "./product-draft.ts";
import { useProductForm } from "./product-form.ts";
import styles from "./product.module.css";
import { translatedFields, type TranslatedField } from "./translated-fields.ts";

interface ProductTranslationsProps {
  locale: string;
  onLocale(locale: string): void;
}

/** The words of the product in another language, beside the original ones. */
export function ProductTranslations({ locale, onLocale }: ProductTranslationsProps) {
  const { site } = useSite();
  const form = useProductForm();
  const { product: words } = shopTexts;
  const fields = translatedFields(form, locale);
  const count = fields.filter(({ value }) => value.trim() !== "").length;
  return (
    <Card title={words.translations} aside={<span className="soft">{words.translated(String(count), String(fields.length))}</span>}>
      <div className="stack">
        <p className="soft">{words.translationsText}</p>
        <div className={styles.language}>
          <Choice
            label={words.language}
            options={otherLocales(site).map((id) => ({ id, label: localeName(id) }))}
            value={locale}
            onChange={onLocale}
          />
        </div>
        <div className={styles.translations}>
          {fields.map((field) => (
            <Translation key={`${locale} ${field.key}`} field={field} locale={locale} />
          ))}
        </div>
      </div>
    </Card>
  );
}

function Translation({ field, locale }: { field: TranslatedField; locale: string }): ReactNode {
  const { site } = useSite();
  const { isReadOnly, errorOf } = useProductForm();
  const { product: words } = shopTexts;
  const { key, label, original, value, isLong, change } = field;
  return (
    <div className={styles.translation}>
      <div>
        <span className={styles.originalLabel}>{label}</span>
        <p className={styles.original} lang={site.defaultLocale}>
          {original}
        </p>
      </div>
      <TextInput
        label={words.translationOf(label, localeName(locale))}
        value={value}
        onChange={change}
        fault={errorOf(`translations/${locale}/${key}`)}
        isReadOnly={isReadOnly}
        isLong={isLong}
        autoComplete="off"
        lang={locale}
        maxLength={10_000}
      />
    </div>
  );
}
