import { isAdminError } from "@vitrine/client/admin";
import type { OpenSite } from "../app/site.tsx";

interface SingleEntryAddress {
  id: string;
  contentType: string;
  locale: string;
}

/** Finds the entry of a single content type, or begins its draft. Null: there is none, and the person may not write. */
export async function openSingleEntry(
  site: OpenSite,
  { type, title }: { type: string; title: string },
): Promise<SingleEntryAddress | null> {
  const existingEntry = await findEntry(site, type);
  if (existingEntry || !site.may("content:write")) return existingEntry;
  const locale = site.site.defaultLocale;
  try {
    const { id } = await site.api.content.createDocument({ documents: "entries", contentType: type, locale, title, data: {} });
    return { id, contentType: type, locale };
  } catch (error) {
    // Somebody else has begun it at the same time.
    if (isAdminError(error, "single_entry_exists")) return findEntry(site, type);
    throw error;
  }
}

async function findEntry({ api, site }: OpenSite, contentType: string): Promise<SingleEntryAddress | null> {
  const { data } = await api.content.listDocuments({ documents: "entries", contentType, pageSize: 1 });
  const [entry] = data;
  return entry ? { id: entry.id, contentType, locale: site.defaultLocale } : null;
}
