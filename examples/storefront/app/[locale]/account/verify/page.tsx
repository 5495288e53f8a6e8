import Link from "next/link";
import { verifyEmail } from "@/actions/account";
import { AccountForm } from "@/components/account/account-form";
import { accountMetadata } from "@/lib/account-metadata";
import { currentLocale } from "@/lib/locale";

export const generateMetadata = accountMetadata("verifyTitle");

/** The link in the email leads here. Programs that scan emails open every link: only the button confirms. */
export default async function VerifyPage({ searchParams }: PageProps<"/[locale]/account/verify">) {
  const { locale, words } = await currentLocale();
  const { token } = await searchParams;
  return (
    <section className="account-narrow">
      <h1>{words.accountPages.verifyTitle}</h1>
      <p>{words.accountPages.verifyText}</p>
      <AccountForm
        action={verifyEmail}
        locale={locale}
        submitLabel={words.accountPages.verify}
        isOnce
        fields={[]}
        token={String(token ?? "")}
      />
      <p>
        <Link href={`/${locale}/account/login`}>{words.accountPages.login}</Link>
      </p>
    </section>
  );
}
