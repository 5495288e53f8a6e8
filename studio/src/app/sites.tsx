import { Navigate } from "@tanstack/react-router";
import { api, studioPath } from "./api.ts";
import { leave } from "./leave.ts";
import { Button } from "../parts/button.tsx";
import { Card, Page, Rows } from "../parts/page.tsx";
import { useSession } from "./site.tsx";
import { texts } from "./texts.ts";

/** The sites of the person; with one, that one at once. */
export function Sites() {
  const { sites } = useSession();
  const [only] = sites;
  if (only && sites.length === 1) return <Navigate to={`/sites/${only.slug}` as "/"} replace />;
  return (
    <main>
      <Page
        title={texts.sites.title}
        isNarrow
        actions={
          <>
            <a href={`${studioPath}/me`}>{texts.nav.account}</a>
            <Button onPress={() => void leave(api)}>{texts.nav.signOut}</Button>
          </>
        }
      >
        {sites.length === 0 ? (
          <p>{texts.sites.none}</p>
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
      </Page>
    </main>
  );
}
