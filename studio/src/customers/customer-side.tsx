import type { SiteCustomer } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { formatDate, formatMoney } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Ago } from "../parts/ago.tsx";
import { Button } from "../parts/button.tsx";
import { Card } from "../parts/page.tsx";
import { toast } from "../parts/toast.tsx";
import { useShowCustomer } from "./customer-queries.ts";
import { CustomerState } from "./customer-state.tsx";
import styles from "./customers.module.css";

/** Who a customer is, and what they spent. */
export function CustomerSide({ customer }: { customer: SiteCustomer }) {
  const { customers } = shopTexts;
  const { email, newEmail, phone, blockedAt, createdAt, note, orders, spent, lastOrderAt } = customer;
  return (
    <>
      <Card title={customers.about}>
        <dl className={styles.facts}>
          <dt>{customers.email}</dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
            <CustomerState customer={customer} />
          </dd>
          {newEmail !== null && (
            <>
              <dt>{customers.newEmail}</dt>
              <dd>
                {newEmail}
                <Withdraw customer={customer} />
              </dd>
            </>
          )}
          {phone !== null && (
            <>
              <dt>{customers.phone}</dt>
              <dd>{phone}</dd>
            </>
          )}
          <dt>{customers.since}</dt>
          <dd>{formatDate(createdAt, { dateStyle: "medium" })}</dd>
          {blockedAt !== null && (
            <>
              <dt>{customers.blockedSince}</dt>
              <dd>{formatDate(blockedAt)}</dd>
            </>
          )}
        </dl>
      </Card>
      {note !== null && (
        <Card title={customers.note}>
          <p className={styles.text}>{note}</p>
        </Card>
      )}
      {orders > 0 && (
        <Card title={customers.bought}>
          <dl className={styles.facts}>
            <dt>{customers.orders}</dt>
            <dd>{orders}</dd>
            {spent.length > 0 && <dt>{customers.spent}</dt>}
            {spent.map(({ currency, amount }) => (
              <dd key={currency}>{formatMoney(amount, currency)}</dd>
            ))}
            {lastOrderAt !== null && (
              <>
                <dt>{customers.lastOrder}</dt>
                <dd>
                  <Ago at={lastOrderAt} />
                </dd>
              </>
            )}
          </dl>
        </Card>
      )}
    </>
  );
}

/** Stays with the present address. */
function Withdraw({ customer: { id, email } }: { customer: SiteCustomer }) {
  const { api, may } = useSite();
  const { customers } = shopTexts;
  const show = useShowCustomer();
  const { act, isBusy } = useMutation(customers.problems);
  if (!may("customers:write")) return null;
  const withdraw = async () => {
    if (await act(async () => show(await api.customers.changeCustomerEmail({ id, email })))) toast(customers.withdrawn);
  };
  return (
    <Button isDisabled={isBusy} onPress={() => void withdraw()}>
      {customers.withdraw}
    </Button>
  );
}
