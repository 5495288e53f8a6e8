import Link from "next/link";
import { redirect } from "next/navigation";
import { changePassword, logOut, saveProfile, sendVerification } from "@/actions/account";
import { AccountForm } from "@/components/account/account-form";
import { AddressList } from "@/components/account/address-list";
import { OrderList } from "@/components/account/order-list";
import { accountMetadata } from "@/lib/account-metadata";
import { currentLocale } from "@/lib/locale";
import { asCustomer } from "@/lib/session";

export const generateMetadata = accountMetadata("title");

/** The newest orders. */
const shownOrders = 5;

export default async function AccountPage() {
  const { locale, words } = await currentLocale();
  const own = await asCustomer(async ({ account }) => ({
    customer: await account.getAccount(),
    orders: await account.listOwnOrders({ pageSize: shownOrders }),
    addresses: await account.listAddresses(),
  }));
  if (!own) redirect(`/${locale}/account/login`);
  const { customer, orders, addresses } = own;
  const { title, notVerified, sendAgain, logout, profile, save, firstName, lastName, phone, ...more } = words.accountPages;
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">{customer.email}</p>
      {!customer.emailVerified && (
        <>
          <p>{notVerified}</p>
          <AccountForm action={sendVerification} locale={locale} submitLabel={sendAgain} isOnce fields={[]} />
        </>
      )}
      <div className="account">
        <section>
          <h2>{more.orders}</h2>
          <OrderList orders={orders.data} />
          {orders.total > shownOrders && (
            <p>
              <Link href={`/${locale}/account/orders`}>{more.allOrders}</Link>
            </p>
          )}
          <h2>{words.address.title}</h2>
          <AddressList addresses={addresses.data} />
          <form action={logOut.bind(null, locale)}>
            <button className="button button-quiet">{logout}</button>
          </form>
        </section>
        <section>
          <h2>{profile}</h2>
          <AccountForm
            action={saveProfile}
            locale={locale}
            submitLabel={save}
            fields={[
              {
                name: "firstName",
                label: firstName,
                type: "text",
                autoComplete: "given-name",
                isOptional: true,
                initial: customer.firstName ?? "",
              },
              {
                name: "lastName",
                label: lastName,
                type: "text",
                autoComplete: "family-name",
                isOptional: true,
                initial: customer.lastName ?? "",
              },
              { name: "phone", label: phone, type: "tel", autoComplete: "tel", isOptional: true, initial: customer.phone ?? "" },
            ]}
          />
          <h2>{more.changePassword}</h2>
          <AccountForm
            action={changePassword}
            locale={locale}
            submitLabel={more.changePassword}
            isOnce
            fields={[
              { name: "currentPassword", label: more.currentPassword, type: "password", autoComplete: "current-password" },
              { name: "newPassword", label: more.newPassword, type: "password", autoComplete: "new-password", hint: more.passwordHint },
            ]}
          />
        </section>
      </div>
    </>
  );
}
