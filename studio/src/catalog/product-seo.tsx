import { shopTexts } from "../app/shop-texts.ts";
import { texts } from "../app/texts.ts";
import { Switch } from "../parts/choice.tsx";
import { TextInput } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import type { Seo } from "./product-draft.ts";
import { useProductForm } from "./product-form.ts";

/** What search engines are told. */
export function ProductSeo() {
  const { draft, isReadOnly, errorOf, set } = useProductForm();
  const { product: words } = shopTexts;
  const { editor, refusals } = texts;
  const { seo } = draft;
  const change = <Name extends keyof Seo>(name: Name, value: Seo[Name]) => set("seo", { ...seo, [name]: value }, `seo/${name}`);
  const field = (name: "title" | "description" | "canonicalUrl", label: string, more: { hint?: string; isLong?: boolean } = {}) => (
    <TextInput
      label={label}
      value={seo[name]}
      onChange={(text) => change(name, text)}
      fault={errorOf(`seo/${name}`)}
      isReadOnly={isReadOnly}
      autoComplete="off"
      maxLength={10_000}
      {...more}
    />
  );
  return (
    <Card title={refusals.members.seo}>
      <div className="stack">
        {field("title", editor.seoTitle, { hint: words.seoTitleHint })}
        {field("description", editor.seoDescription, { isLong: true })}
        {field("canonicalUrl", refusals.members.canonicalUrl, { hint: words.canonicalUrlHint })}
        <Switch label={editor.noIndex} isOn={seo.noIndex} onChange={(isOn) => change("noIndex", isOn)} isDisabled={isReadOnly} />
        <Switch
          label={refusals.members.noFollow}
          isOn={seo.noFollow}
          onChange={(isOn) => change("noFollow", isOn)}
          isDisabled={isReadOnly}
        />
      </div>
    </Card>
  );
}
