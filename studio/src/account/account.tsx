import { ArrowLeft } from "lucide-react";
import { studioPath } from "../app/api.ts";
import { useSession } from "../app/site.tsx";
import { shopTexts } from "../app/shop-texts.ts";
import { texts } from "../app/texts.ts";
import { Page } from "../parts/page.tsx";
import styles from "./account.module.css";
import { Email } from "./email.tsx";
import { Factors } from "./factors.tsx";
import { Passkeys } from "./passkeys.tsx";
import { Password } from "./password.tsx";
import { Profile } from "./profile.tsx";
import { Sessions } from "./sessions.tsx";
import { Tokens } from "./tokens.tsx";

/** The person's own place: it belongs to no site. */
export function Account() {
  const { admin, sites } = useSession();
  const { account } = shopTexts;
  const { nav } = texts;
  const [only] = sites;
  const isOne = only !== undefined && sites.length === 1;
  return (
    <>
      <header className={styles.top}>
        {/* A page of its own: its policy allows to frame that site's storefront. */}
        <a href={isOne ? `${studioPath}/sites/${only.slug}` : `${studioPath}/`}>
          <ArrowLeft className="icon" aria-hidden />
          {isOne ? only.name : nav.sites}
        </a>
      </header>
      <main>
        <Page title={account.title} text={admin.email} isNarrow>
          <Profile />
          <Email />
          <Password />
          <Factors />
          <Passkeys />
          <Sessions />
          <Tokens />
        </Page>
      </main>
    </>
  );
}
