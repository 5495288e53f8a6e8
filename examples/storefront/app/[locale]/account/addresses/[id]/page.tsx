import { notFound, redirect } from "next/navigation";
import { AddressForm } from "@/components/account/address-form";
import { Breadcrumbs } from "@/components/breadcrumbs";
import { accountMetadata } from "@/lib/account-metadata";
import { enteredAddress } from "@/lib/entered-address";
import { currentLocale } from "@/lib/locale";
import { asCustomer } from "@/lib/session";
import { site } from "@/site.config";

export const generateMetadata = accountMetadata("title");

/** A new address, or one to change: /en/account/addresses/new, /en/account/addresses/<id> */
export default async function AddressPage({ params }: PageProps<"/[locale]/account/addresses/[id]">) {
  const { locale, words } = await currentLocale();
  const { id } = await params;
  const addresses = await asCustomer(async ({ account }) => (await account.listAddresses()).data);
  if (!addresses) redirect(`/${locale}/account/login`);
  const isNew = id === "new";
  const stored = addresses.find((each) => each.id === id);
  if (!isNew && !stored) notFound();
  const title = isNew ? words.address.add : words.address.change;
  const country = site.countries.find((each) => each === stored?.address.country) ?? site.countries[0] ?? "DE";
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { path: `/${locale}/account`, title: words.accountPages.title },
          { path: `/${locale}/account/addresses/${id}`, title },
        ]}
      />
      <section className="account-narrow">
        <h1>{title}</h1>
        <AddressForm
          id={stored?.id}
          locale={locale}
          words={words.address}
          saveLabel={words.accountPages.save}
          address={enteredAddress(stored?.address)}
          country={country}
          // The first one is the default without further thought.
          isDefault={stored?.isShippingDefault ?? addresses.length === 0}
        />
      </section>
    </>
  );
}
