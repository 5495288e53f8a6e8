import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Form } from "react-aria-components";
import { localeName, texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Labelled, TextInput } from "../parts/field.tsx";
import styles from "./settings.module.css";

interface LocalesProps {
  locales: readonly string[];
  /** The main one stays. */
  main: string;
  isDisabled: boolean;
  onChange(locales: string[]): void;
}

/** The languages of a site, in the order in which they are offered. */
export function Locales({ locales, main, isDisabled, onChange }: LocalesProps) {
  const { settings } = texts;
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const add = () => {
    const locale = canonical(code);
    if (locale === undefined) return setError(settings.badLocale);
    if (!locales.includes(locale)) onChange([...locales, locale]);
    setCode("");
  };
  return (
    <>
      <Labelled label={settings.locales}>
        <ul className={styles.locales}>
          {locales.map((locale) => (
            <li key={locale} className={`${styles.locale} ${locale === main || isDisabled ? styles.fixed : ""}`}>
              {localeName(locale)}
              <span className="soft">{locale}</span>
              {locale !== main && !isDisabled && (
                <Button
                  variant="quiet"
                  label={settings.removeLocale(localeName(locale))}
                  onPress={() => onChange(locales.filter((each) => each !== locale))}
                >
                  <X className="icon" aria-hidden />
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Labelled>
      {!isDisabled && (
        <Form
          className={`${styles.inline} ${styles.two}`}
          onSubmit={(event) => {
            event.preventDefault();
            add();
          }}
        >
          <TextInput
            label={settings.localeCode}
            value={code}
            fault={error}
            autoComplete="off"
            onChange={(next) => {
              setCode(next);
              setError(undefined);
            }}
          />
          <Button type="submit" isDisabled={code.trim() === ""}>
            <Plus className="icon" aria-hidden />
            {settings.addLocale}
          </Button>
        </Form>
      )}
    </>
  );
}

/** `pt-BR` of `pt-br`; undefined for what is not a language, or has more than a language and a region. */
function canonical(code: string): string | undefined {
  if (!/^[a-z]{2}(-[a-z]{2})?$/i.test(code.trim())) return undefined;
  return Intl.getCanonicalLocales(code.trim())[0];
}
