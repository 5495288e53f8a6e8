import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isAdminError, type CustomerErasure, type SiteCustomer } from "@vitrine/client/admin";
import { useGo } from "../app/place.ts";
import { describeProblem } from "../app/problems.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { language, plural } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Confirm } from "../parts/confirm.tsx";
import { Loading } from "../parts/loading.tsx";
import { To } from "../parts/to.tsx";
import { toast } from "../parts/toast.tsx";
import { nameOf } from "./customer-name.ts";
import styles from "./customers.module.css";

/** Says what an erasure removes and what stays, then does it once the address is typed. */
export function EraseCustomer({ customer, onClose }: { customer: SiteCustomer; onClose(): void }) {
  const { api, key, slug } = useSite();
  const queries = useQueryClient();
  const go = useGo();
  const { customers } = shopTexts;
  const { act, isBusy } = useMutation(customers.problems);
  const { id, email } = customer;
  const { data: effects, error } = useQuery({
    queryKey: [...key, "erasure", id],
    queryFn: () => api.customers.eraseCustomer({ id, confirm: email, dryRun: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const erase = async () => {
    if (!(await act(() => api.customers.eraseCustomer({ id, confirm: email })))) return;
    onClose();
    go(`/sites/${slug}/customers`, { replace: true });
    for (const name of ["customers", "orders", "order"]) void queries.invalidateQueries({ queryKey: [...key, name] });
    toast(customers.erased);
  };
  return (
    <Confirm
      title={customers.eraseTitle(nameOf(customer))}
      label={customers.erase}
      {...(effects && { typed: email })}
      isOpen
      isBusy={isBusy || effects === undefined || error !== null}
      onClose={onClose}
      onConfirm={() => void erase()}
    >
      {error !== null ? <Refusal error={error} /> : effects === undefined ? <Loading /> : <Effects effects={effects} />}
    </Confirm>
  );
}

function Refusal({ error }: { error: Error }) {
  const { slug } = useSite();
  const { customers, orders } = shopTexts;
  if (!isAdminError(error, "payments_open")) return <p role="alert">{describeProblem(error, customers.problems)}</p>;
  if (error.orders.length === 0) return <p role="alert">{customers.mayStillPayOnly}</p>;
  return (
    <>
      <p role="alert">{customers.mayStillPay}</p>
      <ul className={styles.list}>
        {error.orders.map((number) => (
          <li key={number}>
            <To path={`/sites/${slug}/orders?q=${number}`}>{orders.order(number)}</To>
          </li>
        ))}
      </ul>
    </>
  );
}

function Effects({ effects }: { effects: CustomerErasure }) {
  const { customers } = shopTexts;
  const { orders, ordersOfOthers, toBeSent, payments, submissions, mails, mentioning } = effects;
  const listed = (values: readonly (string | number)[]) => new Intl.ListFormat(language).format(values.map(String));
  const gone = [
    customers.goesAccount,
    ...(orders.length > 0 ? [customers.goesOrders] : []),
    ...(payments > 0 ? [plural(payments, customers.goesPayments)] : []),
    ...(submissions > 0 ? [plural(submissions, customers.goesSubmissions)] : []),
    ...(mails > 0 ? [plural(mails, customers.goesMails)] : []),
    customers.goesLog,
  ];
  const staying = [
    ...(orders.length > 0 ? [customers.staysOrders(listed(orders))] : []),
    ...(mentioning.length > 0 ? [customers.staysMentioning(listed([...new Set(mentioning.map(({ form }) => form))]))] : []),
  ];
  return (
    <div className="stack">
      {toBeSent.length > 0 && <p role="alert">{customers.toBeSent(listed(toBeSent))}</p>}
      <p>{customers.eraseText}</p>
      <Items items={gone} />
      <p>{customers.stays}</p>
      <Items items={staying.length > 0 ? staying : [customers.staysNothing]} />
      {ordersOfOthers.length > 0 && <p>{customers.ofOthers(listed(ordersOfOthers))}</p>}
    </div>
  );
}

const Items = ({ items }: { items: readonly string[] }) => (
  <ul className={styles.list}>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
);
