import { notFound, redirect } from "next/navigation";
import { PostalAddress } from "@/components/account/postal-address";
import { Breadcrumbs } from "@/components/breadcrumbs";
import { accountMetadata } from "@/lib/account-metadata";
import { longDate } from "@/lib/dates";
import { currentLocale } from "@/lib/locale";
import { money } from "@/lib/money";
import { shownStatus } from "@/lib/order-standing";
import { asCustomer, customerToken } from "@/lib/session";
import { found } from "@/lib/vitrine";
import { fill } from "@/messages/fill";

export const generateMetadata = accountMetadata("orders");

export default async function OrderPage({ params }: PageProps<"/[locale]/account/orders/[id]">) {
  const { locale, words } = await currentLocale();
  const { id } = await params;
  if (!(await customerToken())) redirect(`/${locale}/account/login`);
  const order = await asCustomer(({ account }) => found(account.getOwnOrder({ id })));
  if (!order) notFound();
  const labels = words.accountPages;
  const title = fill(labels.order, { number: order.number });
  const amount = (value: number) => money(value, order.currency, locale);
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { path: `/${locale}/account`, title: labels.title },
          { path: `/${locale}/account/orders`, title: labels.orders },
          { path: `/${locale}/account/orders/${id}`, title },
        ]}
      />
      <h1>{title}</h1>
      <p className="lead">
        {labels.status[shownStatus(order)]} · {fill(labels.orderedAt, { date: longDate(order.createdAt, locale) })}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{labels.item}</th>
            <th scope="col" className="number">
              {labels.quantity}
            </th>
            <th scope="col" className="number">
              {labels.price}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <tr key={line.variantId}>
              <td>{line.title}</td>
              <td className="number">{line.quantity}</td>
              <td className="number">{amount(line.quantity * line.unitPrice)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <Sum label={words.cart.subtotal} value={amount(order.subtotal)} />
          {order.discounts.map(({ title: label, code, amount: off }) => (
            <Sum key={`${label} ${code}`} label={code === null ? label : `${label} (${code})`} value={amount(-off)} />
          ))}
          <Sum label={words.cart.shipping} value={amount(order.shipping)} />
          {!order.taxIncluded && order.tax > 0 && <Sum label={order.taxes[0]?.title ?? labels.tax} value={amount(order.tax)} />}
          <Sum label={words.cart.total} value={amount(order.total)} />
          {order.taxIncluded &&
            order.taxes.map(({ title, amount: included }) => (
              <Sum key={title} label={fill(words.cart.included, { tax: title })} value={amount(included)} />
            ))}
        </tfoot>
      </table>
      {order.shippingAddress && (
        <section>
          <h2>{words.cart.shipping}</h2>
          {order.shippingOption && <p className="soft">{order.shippingOption.title}</p>}
          <PostalAddress address={order.shippingAddress} locale={locale} />
        </section>
      )}
    </>
  );
}

function Sum({ label, value }: { label: string; value: string }) {
  return (
    <tr>
      <th scope="row" colSpan={2}>
        {label}
      </th>
      <td className="number">{value}</td>
    </tr>
  );
}
