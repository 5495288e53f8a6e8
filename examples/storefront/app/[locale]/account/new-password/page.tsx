import Link from "next/link";
import { resetPassword } from "@/actions/account";
import { AccountForm } from "@/components/account/account-form";
import { accountMetadata } from "@/lib/account-metadata";
import { currentLocale } from "@/lib/locale";

export const generateMetadata = accountMetadata("choosePassword");

/** The link in the email about a forgotten password leads here. */
export default async function NewPasswordPage({ searchParams }: PageProps<"/[locale]/account/new-password">) {
  const { locale, words } = await currentLocale();
  const { choosePassword, newPassword, passwordHint, save, login } = words.accountPages;
  const { token } = await searchParams;
  return (
    <section className="account-narrow">
      <h1>{choosePassword}</h1>
      <AccountForm
        action={resetPassword}
        locale={locale}
        submitLabel={save}
        isOnce
        token={String(token ?? "")}
        fields={[{ name: "password", label: newPassword, type: "password", autoComplete: "new-password", hint: passwordHint }]}
      />
      <p>
        <Link href={`/${locale}/account/login`}>{login}</Link>
      </p>
    </section>
  );
}
