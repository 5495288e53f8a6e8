import type { CustomerAddress } from "@vitrine/client/admin";
import { countryName } from "./countries.ts";
import styles from "./postal-address.module.css";

/** An address in lines, with the name of its country. */
export function PostalAddress({ address }: { address: CustomerAddress["address"] }) {
  const place = [address.postalCode, address.city].filter((part) => part !== undefined).join(" ");
  const lines = [
    address.name,
    address.company,
    address.line1,
    address.line2,
    place,
    address.region,
    countryName(address.country),
    address.phone,
  ];
  return <p className={styles.address}>{lines.filter((line) => line !== undefined && line !== "").join("\n")}</p>;
}
