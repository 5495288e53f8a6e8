import type { CustomerAddress } from "@vitrine/client";

/** An address as it stands on a parcel. */
export function PostalAddress({ address, locale }: { address: CustomerAddress["address"]; locale: string }) {
  const { name, company, line1, line2, postalCode, city, region, country } = address;
  const place = [postalCode, city].filter(Boolean).join(" ");
  const countryName = new Intl.DisplayNames([locale], { type: "region" }).of(country) ?? country;
  return (
    <address>
      {[name, company, line1, line2, place, region, countryName].filter(Boolean).map((line, index) => (
        <span key={index}>{line}</span>
      ))}
    </address>
  );
}
