import { Navigate } from "@tanstack/react-router";
import { useState } from "react";
import { api, studioPath } from "./api.ts";
import { leave } from "./leave.ts";
import { Button } from "../parts/button.tsx";
import { Card, Page, Rows } from "../parts/page.tsx";
import { NewSite } from "./new-site.tsx";
import { useSession } from "./site.tsx";
import { texts } from "./texts.ts";

/** The sites of the person; with one, that one at once. Operators stay, because they create further ones here. */
export function Sites() {
  const { admin, sites } = useSession();
  const [isCreating, setCreating] = useState(false);
  const [only] = sites;
  if (only && sites.length === 1 && !admin.isOperator) return <Navigate to={`/sites/${only.slug}` as "/"} replace />;
  return (
    <main>
      <Page
        title={texts.sites.title}
        isNarrow
        actions={
          <>
            {admin.isOperator && (
              <Button variant="primary" onPress={() => setCreating(true)}>
                {texts.sites.create}
              </Button>
            )}
            <a href={`${studioPath}/me`}>{texts.nav.account}</a>
            <Button onPress={() => void leave(api)}>{texts.nav.signOut}</Button>
          </>
        }
      >
        {sites.length === 0 ? (
          <p>{admin.isOperator ? texts.sites.noneYet : texts.sites.none}</p>
        ) : (
          <Card>
            <Rows>
              {sites.map(({ slug, name, role }) => (
                <li key={slug}>
                  {/* A page of its own: its policy allows to frame that site's storefront. */}
                  <a href={`${studioPath}/sites/${slug}`}>{name}</a>
                  <span className="soft">{texts.roles[role]}</span>
                </li>
              ))}
            </Rows>
          </Card>
        )}
        {isCreating && <NewSite onClose={() => setCreating(false)} />}
      </Page>
    </main>
  );
}
