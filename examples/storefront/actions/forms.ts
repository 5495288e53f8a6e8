"use server";

import { attempt } from "@vitrine/client";
import { dataOf } from "@/lib/form-fields";
import { localeOf } from "@/lib/locale-words";
import { found, reader } from "@/lib/vitrine";
import { clientForVisitor } from "@/lib/visitor";
import type { Messages } from "@/messages";

export interface SubmissionState {
  /** Counts the attempts, so that the page notices each of them. */
  attempts: number;
  success?: string;
  problem?: string;
  /** The mistakes, by the field's name. */
  errors: Record<string, string>;
  /** The visitor's input, by the field's name. */
  entered: Record<string, string[]>;
}

/** Sends a form to Vitrine, which checks it. `slug` and `locale` are bound by the page. */
export async function submitForm(slug: string, locale: string, last: SubmissionState, sent: FormData): Promise<SubmissionState> {
  const { words } = localeOf(locale);
  const state = { attempts: last.attempts + 1, errors: {}, entered: enteredIn(sent) };
  const form = await found((await reader()).forms.getForm({ slug }));
  if (!form) return { ...state, problem: words.form.missing };
  const visitor = await clientForVisitor();
  const { data, error } = await attempt(visitor.forms.submitForm({ slug, data: dataOf(form, sent) }));
  if (!error) return { ...state, success: data.successMessage };
  if (error.code === "rate_limited") return { ...state, problem: words.form.tooMany };
  if (error.code !== "validation_failed") return { ...state, problem: words.form.failed };
  return { ...state, problem: words.form.problem, errors: errorsByField(error.errors, words.form.errors) };
}

/** The first mistake of each field. `path` is a JSON Pointer: /data/email. */
function errorsByField(errors: readonly { path: string; code: string }[], words: Messages["form"]["errors"]): Record<string, string> {
  const sentences = errors.map(({ path, code }) => [path.split("/")[2] ?? "", wordsFor(code, words)] as const);
  return Object.fromEntries(sentences.reverse());
}

function wordsFor(code: string, words: Messages["form"]["errors"]): string {
  if (code === "format" || code === "pattern") return words.format;
  return Object.hasOwn(words, code) ? words[code as keyof typeof words] : words.other;
}

function enteredIn(sent: FormData): Record<string, string[]> {
  // React adds members of its own, which begin with $.
  const names = [...new Set(sent.keys())].filter((name) => !name.startsWith("$"));
  return Object.fromEntries(names.map((name) => [name, sent.getAll(name).map(String)]));
}
