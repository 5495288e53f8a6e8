import { Type, type Static } from "typebox";
import type { ValidationError } from "../http/problem.ts";
import { didYouMean } from "../text/did-you-mean.ts";
import { localePattern } from "../text/locale.ts";
import { mailKinds, mailKindNames, type MailKind, type Placeholder } from "./mail-kinds.ts";

/** A mail in a site's own words. */
export const MailText = Type.Object(
  {
    subject: Type.String({
      minLength: 1,
      maxLength: 200,
      description: "One line.",
      examples: ["Your order {number} at {site}"],
    }),
    body: Type.String({
      minLength: 1,
      maxLength: 5_000,
      description: "The whole mail as plain text. The server makes its HTML from it.",
      examples: ["Thank you for your order {number}.\n\n{order}"],
    }),
  },
  { additionalProperties: false },
);
export type MailText = Static<typeof MailText>;

const TextsByLocale = Type.Record(Type.String({ pattern: localePattern }), MailText, { additionalProperties: false });

/** A site's own texts, by kind and locale. */
export const MailTexts = Type.Object(
  Object.fromEntries(mailKindNames.map((kind) => [kind, Type.Optional(TextsByLocale)])) as Record<
    MailKind,
    ReturnType<typeof Type.Optional<typeof TextsByLocale>>
  >,
  {
    additionalProperties: false,
    description:
      "The site's own texts of mails, by kind and locale. `{name}` stands for the placeholder `name`; a text has no other braces. `GET S/mails` lists the " +
      "kinds with their placeholders. The server leaves out a line with a placeholder that has no value.",
  },
);
export type MailTexts = Partial<Record<MailKind, Readonly<Record<string, MailText>>>>;

/** The limit for all texts of a site, which are read with its settings. */
const longestTexts = 100_000;

/** A piece of a text: a string as it is, or a placeholder. */
export type Token = string | { placeholder: string };

/** Splits a text at its placeholders. Undefined: a brace belongs to none. */
export function tokensOf(text: string): Token[] | undefined {
  const parts = text.split(/\{([A-Za-z][A-Za-z0-9]{0,40})\}/);
  if (parts.some((part, index) => index % 2 === 0 && /[{}]/.test(part))) return undefined;
  return parts.flatMap((part, index): Token[] => (index % 2 === 1 ? [{ placeholder: part }] : part === "" ? [] : [part]));
}

/** The errors of a text of a kind, by JSON Pointer into the text. Pure. */
export function mailTextErrors(kind: MailKind, { subject, body }: MailText): ValidationError[] {
  const placeholders: Readonly<Record<string, Placeholder>> = mailKinds[kind].placeholders;
  const errors: ValidationError[] = [];
  const add = (path: string, code: string, message: string) => errors.push({ path, code, message });
  if (/[\p{Cc}\u2028\u2029]/u.test(subject)) add("/subject", "one_line", "must be one line without control characters");
  // Lines end in any of the usual ways.
  if (/[^\P{Cc}\n\r\t]/u.test(body)) add("/body", "control_character", "has a control character: remove it");
  for (const [member, text] of Object.entries({ subject, body })) {
    if (!text.isWellFormed()) add(`/${member}`, "encoding", "has half of a character: enter it again");
    if (text.trim() === "") add(`/${member}`, "blank", "must not be blank");
    const tokens = tokensOf(text);
    if (!tokens) {
      add(`/${member}`, "brace", "has a brace that belongs to no placeholder: write placeholders like {site}, and no other braces");
      continue;
    }
    const names = new Set(tokens.flatMap((token) => (typeof token === "string" ? [] : [token.placeholder])));
    for (const each of names) {
      const form = Object.hasOwn(placeholders, each) ? placeholders[each]?.form : undefined;
      if (form === undefined) {
        const remedy = didYouMean(each, Object.keys(placeholders)) || `: use ${Object.keys(placeholders).join(", ")}`;
        add(`/${member}`, "placeholder_unknown", `names the unknown placeholder {${each}}${remedy}`);
      } else if (member === "subject" && form !== "line")
        add("/subject", "placeholder_in_subject", `names {${each}}, which has no place in a subject: move it to the body`);
    }
    if (member === "body") {
      for (const [each, { isRequired }] of Object.entries(placeholders))
        if (isRequired && !names.has(each))
          add("/body", "placeholder_missing", `lacks {${each}}, without which the mail is useless: add it`);
    }
  }
  return errors;
}

/**
 * The errors of a site's own texts, by JSON Pointer into them. A text that was there already hinders no other change, unless its locale is gone: an older
 * version may have taken it. Pure.
 */
export function mailTextsErrors(texts: MailTexts, locales: readonly string[], before: MailTexts = {}): ValidationError[] {
  const errors: ValidationError[] = [];
  if (JSON.stringify(texts).length > longestTexts)
    errors.push({ path: "", code: "too_large", message: `has more than ${longestTexts} characters in all: shorten the texts` });
  for (const kind of mailKindNames) {
    for (const [locale, text] of Object.entries(texts[kind] ?? {})) {
      const path = `/${kind}/${locale}`;
      if (!locales.includes(locale)) errors.push({ path, code: "locale", message: "is not in one of the site's locales" });
      if (JSON.stringify(before[kind]?.[locale]) === JSON.stringify(text)) continue;
      errors.push(...mailTextErrors(kind, text).map((error) => ({ ...error, path: path + error.path })));
    }
  }
  return errors;
}
