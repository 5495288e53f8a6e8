import Link from "next/link";
import { register } from "@/actions/account";
import { AccountForm } from "@/components/account/account-form";
import { accountMetadata } from "@/lib/account-metadata";
import { currentLocale } from "@/lib/locale";

export const generateMetadata = accountMetadata("register");

export default async function RegisterPage() {
  const { locale, words } = await currentLocale();
  const { register: title, email, password, passwordHint, firstName, lastName, haveAccount, login } = words.accountPages;
  return (
    <section className="account-narrow">
      <h1>{title}</h1>
      <AccountForm
        action={register}
        locale={locale}
        submitLabel={title}
        isOnce
        fields={[
          { name: "firstName", label: firstName, type: "text", autoComplete: "given-name", isOptional: true },
          { name: "lastName", label: lastName, type: "text", autoComplete: "family-name", isOptional: true },
          { name: "email", label: email, type: "email", autoComplete: "username" },
          { name: "password", label: password, type: "password", autoComplete: "new-password", hint: passwordHint },
        ]}
      />
      <p>
        {haveAccount} <Link href={`/${locale}/account/login`}>{login}</Link>
      </p>
    </section>
  );
}
