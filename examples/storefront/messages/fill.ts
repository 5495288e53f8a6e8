/** A message with its `{names}` filled in. */
export function fill(message: string, values: Record<string, string | number>): string {
  return message.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}

/** The form of a message for a number, with the number in it. */
export function plural(
  forms: { one: string; other: string },
  count: number,
  locale: string,
  values: Record<string, string | number> = {},
): string {
  const form = new Intl.PluralRules(locale).select(count) === "one" ? forms.one : forms.other;
  return fill(form, { count, ...values });
}
