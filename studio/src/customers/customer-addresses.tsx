import type { SiteCustomer } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { Badge } from "../parts/badge.tsx";
import { Card } from "../parts/page.tsx";
import { PostalAddress } from "../parts/postal-address.tsx";
import styles from "./customers.module.css";

/** The address book that the customer keeps in the shop. */
export function CustomerAddresses({ customer: { addresses } }: { customer: SiteCustomer }) {
  const { customers } = shopTexts;
  return (
    <Card title={customers.addresses}>
      {addresses.length === 0 ? (
        <p className="soft">{customers.noAddresses}</p>
      ) : (
        <ul className={styles.addresses}>
          {addresses.map(({ id, address, isShippingDefault, isBillingDefault }) => (
            <li key={id}>
              <PostalAddress address={address} />
              {(isShippingDefault || isBillingDefault) && (
                <p className="row">
                  {isShippingDefault && <Badge>{customers.forShipping}</Badge>}
                  {isBillingDefault && <Badge>{customers.forBilling}</Badge>}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
