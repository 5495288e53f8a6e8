import type { EditedProduct } from "@vitrine/client/admin";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { isCommand } from "../app/keys.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { plural, texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Contested } from "../parts/contested.tsx";
import { Leaving } from "../parts/leaving.tsx";
import { Page } from "../parts/page.tsx";
import { SaveBar } from "../parts/save-bar.tsx";
import { SideColumn } from "../parts/side-column.tsx";
import { ProductActions } from "./product-actions.tsx";
import { ProductAttributes } from "./product-attributes.tsx";
import { ProductFormContext } from "./product-form.ts";
import { ProductOptions } from "./product-options.tsx";
import { ProductPictures } from "./product-pictures.tsx";
import { ProductSeo } from "./product-seo.tsx";
import { ProductSide } from "./product-side.tsx";
import { ProductTexts } from "./product-texts.tsx";
import { ProductTranslations } from "./product-translations.tsx";
import styles from "./product.module.css";
import { RemovedVariants } from "./removed-variants.tsx";
import { useProductDraft } from "./use-product-draft.ts";
import { useSaveProduct } from "./use-save-product.ts";
import { CurrencyPrices } from "./currency-prices.tsx";
import { VariantTable } from "./variant-table.tsx";

/** The form of a product, stored or new. */
export function ProductEditor({ product }: { product: EditedProduct | undefined }) {
  const { site, may } = useSite();
  const { product: words } = shopTexts;
  const isReadOnly = !may("catalog:write");
  const editor = useProductDraft(product, isReadOnly);
  const { form, edits, wrongFields } = editor;
  const page = useRef<HTMLDivElement>(null);
  const [locale, setLocale] = useState(site.locales.find((each) => each !== site.defaultLocale));
  // A new product begins with its title. The page has given the focus to its heading before.
  useEffect(() => {
    if (product === undefined) page.current?.querySelector<HTMLElement>("input[name=title]")?.focus();
  }, []);
  const [aim, setAim] = useState<{ onNone: (() => void) | undefined }>();
  /** The first wrong field gets the focus, in the language that it is in. */
  const goToFirst = (fields: readonly string[], onNone?: () => void) => {
    const wrongLocales = fields.flatMap((field) => /^translations\/([^/]+)/.exec(field)?.[1] ?? []);
    const isElsewhere = wrongLocales.length === fields.length && !wrongLocales.includes(locale ?? "");
    if (isElsewhere && wrongLocales[0] !== undefined) setLocale(wrongLocales[0]);
    setAim({ onNone });
  };
  // Once the fields show what is wrong.
  useEffect(() => {
    if (!aim) return;
    const wrongField = page.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (wrongField) wrongField.focus();
    else aim.onNone?.();
  }, [aim]);
  const { save, isBusy, changedBy, isBehind, forget } = useSaveProduct(editor, goToFirst);
  const keep = () => {
    edits.keep();
    // Variants that the other person removed would be new ones.
    const ids = new Set(product?.variants.map(({ id }) => id));
    form.setMatrix((matrix) => ({
      ...matrix,
      variants: matrix.variants.map((variant) => (variant.id !== null && !ids.has(variant.id) ? { ...variant, id: null } : variant)),
    }));
  };
  const discard = () => {
    edits.discard();
    editor.settle();
    forget();
  };
  const press = (event: KeyboardEvent) => {
    if (!isCommand(event.nativeEvent, "s")) return;
    event.preventDefault();
    if (edits.isEdited) save();
  };
  const parts = edits.contested.map((member) => nameOfMember(member)).join(", ");
  const status =
    wrongFields.length > 0 ? (
      <span className="row">
        {plural(wrongFields.length, words.wrong)}
        <Button variant="quiet" onPress={() => goToFirst(wrongFields)}>
          {words.toFirst}
        </Button>
      </span>
    ) : (
      isBehind && words.problems.revision_conflict
    );
  return (
    <ProductFormContext value={form}>
      <div ref={page} onKeyDown={press}>
        <Page
          title={product?.title ?? words.newTitle}
          text={isReadOnly ? words.readOnly : undefined}
          actions={product && <ProductActions product={product} isEdited={edits.isEdited} />}
        >
          <SideColumn side={<ProductSide />}>
            <ProductTexts />
            <ProductPictures />
            <ProductOptions />
          </SideColumn>
          <VariantTable />
          <CurrencyPrices />
          <div className={styles.two}>
            <ProductAttributes />
            <ProductSeo />
          </div>
          {locale !== undefined && <ProductTranslations locale={locale} onLocale={setLocale} />}
          <RemovedVariants />
          {edits.isContested && <Contested name={changedBy} details={words.changedParts(parts)} onKeep={keep} onTake={discard} />}
          {edits.isEdited && !edits.isContested && (
            <SaveBar {...(status && { status })} isBusy={isBusy} onSave={save} onDiscard={discard} />
          )}
        </Page>
      </div>
      <Leaving isEdited={edits.isEdited && !isBusy} />
    </ProductFormContext>
  );
}

function nameOfMember(member: string): string {
  const { product } = shopTexts;
  const { members } = texts.refusals;
  const names: Readonly<Record<string, string>> = {
    title: product.title,
    slug: product.slug,
    description: product.description,
    status: product.status,
    categoryId: product.category,
    taxClass: product.taxClass,
    giftCard: product.giftCard,
    seo: members.seo,
    attributes: product.attributes,
    images: product.pictures,
    matrix: product.variants,
    translations: product.translations,
  };
  return names[member] ?? member;
}
