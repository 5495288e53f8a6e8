import Link from "next/link";
import { logIn } from "@/actions/account";
import { AccountForm } from "@/components/account/account-form";
import { accountMetadata } from "@/lib/account-metadata";
import { currentLocale } from "@/lib/locale";

export const generateMetadata = accountMetadata("login");

export default async function LoginPage() {
  const { locale, words } = await currentLocale();
  const { login, email, password, forgot, noAccount, register } = words.accountPages;
  return (
    <section className="account-narrow">
      <h1>{login}</h1>
      <AccountForm
        action={logIn}
        locale={locale}
        submitLabel={login}
        fields={[
          { name: "email", label: email, type: "email", autoComplete: "username" },
          { name: "password", label: password, type: "password", autoComplete: "current-password" },
        ]}
      />
      <p>
        <Link href={`/${locale}/account/reset`}>{forgot}</Link>
      </p>
      <p>
        {noAccount} <Link href={`/${locale}/account/register`}>{register}</Link>
      </p>
    </section>
  );
}
