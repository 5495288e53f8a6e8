import { redirect } from "next/navigation";
import { OrderList } from "@/components/account/order-list";
import { Breadcrumbs } from "@/components/breadcrumbs";
import { Paging } from "@/components/paging";
import { accountMetadata } from "@/lib/account-metadata";
import { currentLocale } from "@/lib/locale";
import { productQueryOf } from "@/lib/product-query";
import { asCustomer } from "@/lib/session";

export const generateMetadata = accountMetadata("orders");

const pageSize = 20;

/** All orders of the customer, the newest first. */
export default async function OrdersPage({ searchParams }: PageProps<"/[locale]/account/orders">) {
  const { locale, words } = await currentLocale();
  const { page } = productQueryOf(await searchParams);
  const orders = await asCustomer(({ account }) => account.listOwnOrders({ page, pageSize }));
  if (!orders) redirect(`/${locale}/account/login`);
  const path = `/${locale}/account/orders`;
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { path: `/${locale}/account`, title: words.accountPages.title },
          { path, title: words.accountPages.orders },
        ]}
      />
      <h1>{words.accountPages.orders}</h1>
      <OrderList orders={orders.data} />
      <Paging
        addressOf={(next) => (next > 1 ? `${path}?page=${next}` : path)}
        page={page}
        pages={Math.ceil(orders.total / pageSize)}
        words={words.list}
      />
    </>
  );
}
