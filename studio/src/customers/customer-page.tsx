import { useSuspenseQuery } from "@tanstack/react-query";
import { usePlace } from "../app/place.ts";
import { useSite } from "../app/site.tsx";
import { Page } from "../parts/page.tsx";
import { SideColumn } from "../parts/side-column.tsx";
import { CustomerActions } from "./customer-actions.tsx";
import { CustomerAddresses } from "./customer-addresses.tsx";
import { fullName, nameOf } from "./customer-name.ts";
import { CustomerOrders } from "./customer-orders.tsx";
import { customerQuery } from "./customer-queries.ts";
import { CustomerSide } from "./customer-side.tsx";

/** One customer: who they are, what they bought, and what the shop can do for them. */
export function CustomerPage() {
  const site = useSite();
  const { id = "" } = usePlace();
  const { data: customer } = useSuspenseQuery(customerQuery(site, id));
  return (
    <Page
      key={id}
      title={nameOf(customer)}
      text={fullName(customer) === undefined ? undefined : customer.email}
      actions={<CustomerActions customer={customer} />}
    >
      <SideColumn side={<CustomerSide customer={customer} />}>
        {site.may("orders:read") && <CustomerOrders customer={customer} />}
        <CustomerAddresses customer={customer} />
      </SideColumn>
    </Page>
  );
}
