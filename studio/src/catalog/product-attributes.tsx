import { Plus, X } from "lucide-react";
import { useState } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { Button } from "../parts/button.tsx";
import { TextInput } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import type { Attribute } from "./product-draft.ts";
import { useProductForm } from "./product-form.ts";
import styles from "./product.module.css";
import { newKey } from "./variant-matrix.ts";

/** Facts about the product, by name. */
export function ProductAttributes() {
  const { draft, isReadOnly, errorOf, set } = useProductForm();
  const { product: words } = shopTexts;
  const [freshKey, setFreshKey] = useState<string>();
  const { attributes } = draft;
  const change = (key: string, next: Partial<Attribute>, field: string) =>
    set(
      "attributes",
      attributes.map((attribute) => (attribute.key === key ? { ...attribute, ...next } : attribute)),
      field,
    );
  const add = () => {
    const key = newKey("attribute");
    setFreshKey(key);
    set("attributes", [...attributes, { key, name: "", value: { text: "", isJson: false }, translations: {} }]);
  };
  return (
    <Card title={words.attributes}>
      <div className="stack">
        <p className="soft">{words.attributesText}</p>
        {attributes.length > 0 && (
          <ul className={styles.attributes}>
            {attributes.map(({ key, name, value }, index) => (
              <li key={key}>
                <div className={styles.bare}>
                  <TextInput
                    label={<span className="unseen">{words.attributeNameOf(String(index + 1))}</span>}
                    placeholder={words.attributeName}
                    value={name}
                    onChange={(text) => change(key, { name: text }, `attributes/${key}/name`)}
                    fault={errorOf(`attributes/${key}/name`)}
                    isReadOnly={isReadOnly}
                    autoFocus={key === freshKey}
                    autoComplete="off"
                    maxLength={200}
                  />
                </div>
                <div className={styles.bare}>
                  <TextInput
                    label={<span className="unseen">{words.attributeValueOf(name || String(index + 1))}</span>}
                    placeholder={words.attributeValue}
                    value={value.text}
                    onChange={(text) => change(key, { value: { ...value, text } }, `attributes/${key}/value`)}
                    fault={errorOf(`attributes/${key}/value`)}
                    isReadOnly={isReadOnly}
                    autoComplete="off"
                  />
                </div>
                {!isReadOnly && (
                  <Button
                    variant="quiet"
                    label={words.removeAttribute(name || String(index + 1))}
                    onPress={() =>
                      set(
                        "attributes",
                        attributes.filter((attribute) => attribute.key !== key),
                      )
                    }
                  >
                    <X className="icon" aria-hidden />
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {!isReadOnly && (
          <div className="row">
            <Button onPress={add}>
              <Plus className="icon" aria-hidden />
              {words.addAttribute}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
