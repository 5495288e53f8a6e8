import { useState } from "react";
import { useSite } from "../app/site.tsx";
import { localeName, texts } from "../app/texts.ts";
import { Radios } from "../parts/radios.tsx";
import { TextInput } from "../parts/field.tsx";
import type { FormError, ProductForm } from "./product-patch.ts";
import styles from "./stage.module.css";

interface StagedTextsProps {
  form: ProductForm;
  onChange(form: ProductForm): void;
  errors: ReadonlyMap<string, FormError>;
}

/** The title and the description of a product, one locale at a time. */
export function StagedTexts({ form, onChange, errors }: StagedTextsProps) {
  const { site } = useSite();
  const { product, members } = texts.releases;
  const [chosen, setLocale] = useState<string>();
  const invalid = site.locales.find((each) => errors.has(`title ${each}`));
  const locale = chosen ?? site.defaultLocale;
  const localeTexts = form.texts[locale] ?? { title: "", description: "" };
  const set = (member: "title" | "description", value: string) =>
    onChange({ ...form, texts: { ...form.texts, [locale]: { ...localeTexts, [member]: value } } });
  const titleLabel = members.title ?? "";
  return (
    <section className="stack" aria-label={product.texts}>
      <div className={styles.textsHead}>
        <h3>{product.texts}</h3>
        {site.locales.length > 1 && (
          <Radios
            label={texts.editor.locale}
            options={site.locales.map((each) => ({ id: each, label: localeName(each) }))}
            value={locale}
            onChange={setLocale}
            fault={invalid !== undefined && invalid !== locale ? `${localeName(invalid)}: ${product.needsTitle}` : undefined}
          />
        )}
      </div>
      <TextInput
        label={titleLabel}
        lang={locale}
        maxLength={200}
        value={localeTexts.title}
        onChange={(value) => set("title", value)}
        fault={errors.has(`title ${locale}`) ? product.needsTitle : undefined}
      />
      <TextInput
        label={members.description ?? ""}
        isLong
        lang={locale}
        value={localeTexts.description}
        onChange={(value) => set("description", value)}
      />
    </section>
  );
}
