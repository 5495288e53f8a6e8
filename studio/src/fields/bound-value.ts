import { useQuery } from "@tanstack/react-query";
import type { Binding } from "../draft/block.ts";
import { valueAt } from "../draft/json.ts";
import { useSite, type OpenSite } from "../app/site.tsx";
import { useForm } from "./form-context.ts";

/** The value that a binding has now, in the language of the form; null: there is none. Undefined: it is not known yet, or not here. */
export function useBoundValue(binding: Binding | undefined): unknown {
  const site = useSite();
  const { locale } = useForm();
  const { data } = useQuery({
    queryKey: [...site.key, "documents", "bound", binding, locale],
    queryFn: ({ signal }) => (binding ? readBound(site, binding, locale, signal) : null),
    enabled: binding !== undefined && (binding.source === "entry" || binding.source === "site"),
  });
  return data;
}

async function readBound(site: OpenSite, binding: Binding, locale: string, signal: AbortSignal): Promise<unknown> {
  const { source, contentType, slug = "", path } = binding;
  if (source === "site") return valueAt(site.site, path) ?? null;
  const { data } = await site.api.content.listDocuments(
    { documents: "entries", q: slug, ...(contentType === undefined ? {} : { contentType }) },
    { signal },
  );
  const foundEntry = data.find(({ translations }) => translations.some((each) => each.slug === slug));
  if (!foundEntry) return null;
  const { translations } = await site.api.content.getDocument({ documents: "entries", id: foundEntry.id }, { signal });
  const ownTranslation =
    translations.find((each) => each.locale === locale) ?? translations.find((each) => each.locale === site.site.defaultLocale);
  return valueAt((ownTranslation?.draft ?? ownTranslation?.published)?.data, path) ?? null;
}
