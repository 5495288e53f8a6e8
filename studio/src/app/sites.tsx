import { Navigate } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import type { ListedSite } from "@vitrine/client/admin";
import { useState } from "react";
import { api, queries, studioPath } from "./api.ts";
import { collect } from "./collect.ts";
import { leave } from "./leave.ts";
import { Button } from "../parts/button.tsx";
import { Card, Page, Rows } from "../parts/page.tsx";
import { toast } from "../parts/toast.tsx";
import { NewSite } from "./new-site.tsx";
import { sessionQuery, useSession } from "./site.tsx";
import { formatDate, texts } from "./texts.ts";
import { useMutation } from "./use-mutation.ts";

/** The sites of the person; with one, that one at once unless the address has `?all`. Operators stay, because they create further ones here. */
export function Sites() {
  const { admin, sites } = useSession();
  const [isCreating, setCreating] = useState(false);
  const [only] = sites;
  if (only && sites.length === 1 && !admin.isOperator && !isAskedFor()) return <Navigate to={`/sites/${only.slug}` as "/"} replace />;
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
            {admin.isOperator && <a href={`${studioPath}/server`}>{texts.nav.server}</a>}
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
        <DeletedSites />
        {isCreating && <NewSite onClose={() => setCreating(false)} />}
      </Page>
    </main>
  );
}

/** Whether somebody wants the list, and not their only site. */
const isAskedFor = () => new URLSearchParams(location.search).has("all");

/** Sites that can come back. */
function DeletedSites() {
  const { data = [] } = useQuery({ queryKey: ["sites"], queryFn: () => collect(api.sites.listSites.all()) });
  const deleted = data.filter(({ deletedAt }) => deletedAt !== null);
  if (deleted.length === 0) return null;
  return (
    <Card title={texts.sites.deleted}>
      <Rows>
        {deleted.map((site) => (
          <DeletedSite key={site.slug} site={site} />
        ))}
      </Rows>
    </Card>
  );
}

/** A site that its owner deleted, as long as it can come back. */
function DeletedSite({ site: { slug, name, permissions, restorableUntil } }: { site: ListedSite }) {
  const { sites } = texts;
  const { act, isBusy } = useMutation();
  const restore = () =>
    act(async () => {
      await api.withSite(slug).sites.restoreSite();
      await Promise.all([sessionQuery.queryKey, ["sites"]].map((queryKey) => queries.invalidateQueries({ queryKey })));
      toast(sites.restored(name));
    });
  return (
    <li>
      <span>
        {name} <span className="soft">{restorableUntil !== null && sites.until(formatDate(restorableUntil, { dateStyle: "medium" }))}</span>
      </span>
      {permissions.includes("site:delete") && (
        <Button isDisabled={isBusy} aria-label={sites.restoreOf(name)} onPress={() => void restore()}>
          {sites.restore}
        </Button>
      )}
    </li>
  );
}
