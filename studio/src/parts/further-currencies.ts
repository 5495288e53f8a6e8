import type { AdminSite } from "@vitrine/client/admin";

/** The currencies in which a site sells beside its own one. */
export const furtherCurrencies = ({ currency, settings }: Pick<AdminSite, "currency" | "settings">): readonly string[] =>
  (settings.currencies ?? []).filter((each) => each !== currency);
