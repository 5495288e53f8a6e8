import { createRootRoute, createRoute, createRouter, Outlet } from "@tanstack/react-router";
import { Suspense } from "react";
import { RouterProvider } from "react-aria-components";
import { studioPath } from "./api.ts";
import { hasPolicyOfSite, NewDocument } from "./document-policy.ts";
import { Loading } from "../parts/loading.tsx";
import { Failure } from "./failure.tsx";
import { forgetFrom } from "./kept-place.ts";
import { NotHere } from "./not-here.tsx";
import { useGo, usePlace } from "./place.ts";
import { ownPlaces, sitePlaces } from "./routes.tsx";
import { Shell } from "./shell.tsx";
import { SiteProvider } from "./site.tsx";

function Root() {
  const go = useGo();
  return (
    <RouterProvider navigate={(to) => go(to)} useHref={(to) => studioPath + to}>
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
    </RouterProvider>
  );
}

const root = createRootRoute({ component: Root, errorComponent: Failure, notFoundComponent: NotHere });

const ownRoutes = ownPlaces.map(({ path, component }) => createRoute({ getParentRoute: () => root, path, component }));

const site = createRoute({
  getParentRoute: () => root,
  path: "/sites/$site",
  component: function Site() {
    const { site: slug = "" } = usePlace();
    if (!hasPolicyOfSite()) return <NewDocument />;
    return (
      <SiteProvider slug={slug} key={slug}>
        <Shell>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </Shell>
      </SiteProvider>
    );
  },
  errorComponent: Failure,
});

const places = sitePlaces.map(({ path, component }) =>
  createRoute({ getParentRoute: () => site, path, component, errorComponent: Failure }),
);

export const router = createRouter({
  routeTree: root.addChildren([...ownRoutes, site.addChildren(places)]),
  basepath: studioPath,
  defaultPreload: "intent",
  scrollRestoration: false,
});
router.history.subscribe(({ action, location }) => {
  if (action.type === "PUSH") forgetFrom(location.state.__TSR_index);
});
