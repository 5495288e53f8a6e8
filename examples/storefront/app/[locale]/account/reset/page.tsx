import { requestReset } from "@/actions/account";
import { AccountForm } from "@/components/account/account-form";
import { accountMetadata } from "@/lib/account-metadata";
import { currentLocale } from "@/lib/locale";

export const generateMetadata = accountMetadata("resetTitle");

export default async function ResetPage() {
  const { locale, words } = await currentLocale();
  const { resetTitle, resetText, resetSend, email } = words.accountPages;
  return (
    <section className="account-narrow">
      <h1>{resetTitle}</h1>
      <p>{resetText}</p>
      <AccountForm
        action={requestReset}
        locale={locale}
        submitLabel={resetSend}
        isOnce
        fields={[{ name: "email", label: email, type: "email", autoComplete: "username" }]}
      />
    </section>
  );
}
