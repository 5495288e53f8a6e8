import type { ListedCustomer } from "@vitrine/client/admin";
import { listTexts } from "../app/list-texts.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { formatDate, texts } from "../app/texts.ts";
import { Ago } from "../parts/ago.tsx";
import type { TableColumn } from "../parts/table.tsx";
import { fullName, nameOf } from "./customer-name.ts";
import { CustomerState } from "./customer-state.tsx";
import styles from "./customers.module.css";

/** The columns of the list of customers. */
export function customerColumns(): TableColumn<ListedCustomer>[] {
  const { customers } = shopTexts;
  const { columns } = listTexts;
  return [
    {
      // The list is sorted by the address.
      id: "email",
      label: customers.customer,
      isSortable: true,
      width: "3fr",
      show: (customer) => (
        <>
          <span className={styles.name}>{nameOf(customer)}</span>
          {fullName(customer) !== undefined && <span className="soft">{customer.email}</span>}
        </>
      ),
    },
    { id: "state", label: texts.list.state, width: "2fr", show: (customer) => <CustomerState customer={customer} /> },
    { id: "orders", label: customers.orders, width: 110, isMinor: true, show: ({ orders }) => orders },
    {
      id: "createdAt",
      label: customers.since,
      isSortable: true,
      width: 160,
      isMinor: true,
      show: ({ createdAt }) => <span className="soft">{formatDate(createdAt, { dateStyle: "medium" })}</span>,
    },
    { id: "phone", label: columns.phone, isOffered: true, width: 160, show: ({ phone }) => <span>{phone ?? ""}</span> },
    { id: "firstName", label: columns.firstName, isOffered: true, width: 150, show: ({ firstName }) => <span>{firstName ?? ""}</span> },
    { id: "lastName", label: columns.lastName, isOffered: true, width: 150, show: ({ lastName }) => <span>{lastName ?? ""}</span> },
    {
      id: "updatedAt",
      label: columns.changed,
      isOffered: true,
      width: 160,
      show: ({ updatedAt }) => (
        <span className="soft">
          <Ago at={updatedAt} />
        </span>
      ),
    },
  ];
}
