import Link from "next/link";
import type { CustomerAddress } from "@vitrine/client";
import { removeAddress } from "@/actions/addresses";
import { PostalAddress } from "@/components/account/postal-address";
import { currentLocale } from "@/lib/locale";
import { fill } from "@/messages/fill";

/** The addresses of a customer, each with what can be done with it. */
export async function AddressList({ addresses }: { addresses: readonly CustomerAddress[] }) {
  const { locale, words } = await currentLocale();
  const labels = words.address;
  return (
    <>
      {addresses.length === 0 && <p className="soft">{labels.none}</p>}
      <ul className="address-list">
        {addresses.map(({ id, address, isShippingDefault }) => {
          const name = address.name ?? address.line1 ?? address.country;
          return (
            <li key={id}>
              <PostalAddress address={address} locale={locale} />
              {isShippingDefault && <p className="soft small">{labels.isDefault}</p>}
              <form className="address-tools" action={removeAddress.bind(null, id, locale)}>
                <Link href={`/${locale}/account/addresses/${id}`} aria-label={fill(labels.editOf, { name })} prefetch={false}>
                  {labels.edit}
                </Link>
                <button className="link-button" aria-label={fill(labels.removeOf, { name })}>
                  {labels.remove}
                </button>
              </form>
            </li>
          );
        })}
      </ul>
      <p>
        <Link href={`/${locale}/account/addresses/new`} prefetch={false}>
          {labels.add}
        </Link>
      </p>
    </>
  );
}
