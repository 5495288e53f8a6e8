import type { AdminSite } from "@vitrine/client/admin";
import { furtherCurrencies } from "../parts/further-currencies.ts";
import { newBlockId } from "../draft/block.ts";

type Settings = AdminSite["settings"];
export type Zone = NonNullable<Settings["shipping"]>["zones"][number];
export type Option = Zone["options"][number];
export type Tax = NonNullable<Settings["tax"]>;
export type Rate = Tax["rates"][number];

/** The rules of a site as a form has them. */
export interface Costs {
  /** Beside the site's own one. */
  currencies: readonly string[];
  isByRules: boolean;
  zones: readonly Zone[];
  /** Undefined: the shop charges no tax. */
  tax: Tax | undefined;
}

export const costsOf = (site: Pick<AdminSite, "currency" | "settings">): Costs => ({
  currencies: furtherCurrencies(site),
  ...rulesOf(site.settings),
});

const rulesOf = ({ checkout, shipping, tax }: Settings): Omit<Costs, "currencies"> => ({
  isByRules: checkout?.totals === "rules",
  zones: shipping?.zones ?? [],
  tax,
});

/** The patch of the settings of a site with a currency of its own that stores the rules. */
export const patchOf = ({ currencies, isByRules, zones, tax }: Costs, own: string) => ({
  settings: {
    currencies: currencies.length > 0 ? [own, ...currencies] : null,
    checkout: { totals: isByRules ? ("rules" as const) : null },
    shipping: zones.length > 0 ? { zones: [...zones] } : null,
    tax: tax ?? null,
  },
});

const newId = () => newBlockId().toLowerCase().slice(0, 12);

export const newOption = (): Option => ({ id: newId(), title: {}, price: 0 });
export const newZone = (): Zone => ({ id: newId(), countries: [], options: [newOption()] });

/** The zones without amounts in other currencies than these. */
export function withoutAmounts(zones: readonly Zone[], currencies: readonly string[]): Zone[] {
  const inCurrencies = ({ amounts = {}, ...option }: Option): Option => {
    const remaining = Object.entries(amounts).filter(([currency]) => currencies.includes(currency));
    return remaining.length === 0 ? option : { ...option, amounts: Object.fromEntries(remaining) };
  };
  return zones.map((zone) => ({ ...zone, options: zone.options.map(inCurrencies) }));
}

/** What is still missing: none of it can be saved. */
export interface Gaps {
  zoneCountries: boolean;
  optionTitle: boolean;
  rateTitle: boolean;
  percent: boolean;
  homeRate: boolean;
}

export const isPercent = (text: string): boolean => /^(100(\.0{1,4})?|\d{1,2}(\.\d{1,4})?)$/.test(text);

export function gapsOf({ zones, tax }: Costs, locale: string): Gaps {
  const lacks = (title: Readonly<Record<string, string>>) => (title[locale] ?? "").trim() === "";
  const rates = tax?.rates ?? [];
  return {
    zoneCountries: zones.some(({ countries, options }) => countries.length === 0 || options.length === 0),
    optionTitle: zones.some(({ options }) => options.some(({ title }) => lacks(title))),
    rateTitle: rates.some(({ title }) => lacks(title)),
    percent: rates.some(({ percent }) => !isPercent(percent)),
    homeRate:
      tax?.pricesInclude === true &&
      !rates.some(
        ({ country, region, class: name = "standard" }) => country === tax.country && region === undefined && name === "standard",
      ),
  };
}
