import type { SiteMailKind } from "@vitrine/client/admin";

export interface MailText {
  subject: string;
  body: string;
}

type Placeholder = Pick<SiteMailKind["placeholders"][number], "name" | "required" | "inSubject" | "sample">;

/** What is wrong with a subject or a body. `name`: of the placeholder. */
export interface MailTextError {
  code: "blank" | "brace" | "unknown" | "inSubject" | "missing";
  name: string;
}

const placeholder = /\{([A-Za-z][A-Za-z0-9]{0,40})\}/g;

const namesIn = (text: string) => [...text.matchAll(placeholder)].map(([, name = ""]) => name);

/** The first error of each member, by the rules of the server. */
export function mailTextErrors(
  { subject, body }: MailText,
  placeholders: readonly Placeholder[],
): Partial<Record<keyof MailText, MailTextError>> {
  const errorIn = (text: string, isSubject: boolean): MailTextError | undefined => {
    if (text.trim() === "") return { code: "blank", name: "" };
    if (/[{}]/.test(text.replace(placeholder, ""))) return { code: "brace", name: "" };
    const names = namesIn(text);
    const unknown = names.find((name) => placeholders.every((each) => each.name !== name));
    if (unknown !== undefined) return { code: "unknown", name: unknown };
    const misplaced = placeholders.find(({ name, inSubject }) => isSubject && !inSubject && names.includes(name));
    if (misplaced) return { code: "inSubject", name: misplaced.name };
    const missing = placeholders.find(({ name, required }) => !isSubject && required && !names.includes(name));
    return missing && { code: "missing", name: missing.name };
  };
  const errors = { subject: errorIn(subject, true), body: errorIn(body, false) };
  return {
    ...(errors.subject && { subject: errors.subject }),
    ...(errors.body && { body: errors.body }),
  };
}

/** The mail with the sample values, as the server makes it of a text. */
export function withSamples({ subject, body }: MailText, placeholders: readonly Placeholder[]): MailText {
  const find = (name: string) => placeholders.find((each) => each.name === name);
  const replaced = (text: string) => text.replace(placeholder, (whole, name: string) => find(name)?.sample ?? whole);
  // The server leaves out a line whose placeholder has no value, unless the mail needs it.
  const lines = body.split("\n").filter((line) => {
    const named = namesIn(line).flatMap((name) => find(name) ?? []);
    return named.every(({ sample }) => sample !== "") || named.some(({ required }) => required);
  });
  return {
    subject: replaced(subject).trim(),
    body: replaced(lines.join("\n"))
      .replace(/\n{3,}/g, "\n\n")
      .trim(),
  };
}
