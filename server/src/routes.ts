import type { Deps } from "./deps.ts";
import { getBlogPost, getEntry, getPage, listBlockTypes, listEntries, listPages } from "./features/content/index.ts";
import { getHealth, getReadiness } from "./features/operating/index.ts";
import type { App } from "./lib/operation.ts";

/** Every operation of the service, by address. */
export function registerRoutes(root: App, deps: Deps): void {
  void root.register(
    async (cms: App) => {
      listBlockTypes(cms, deps); // GET /block-types
      listPages(cms, deps); //      GET /pages
      getPage(cms, deps); //        GET /pages/{slug}
      listEntries(cms, deps); //    GET /content/{contentTypeSlug}
      getEntry(cms, deps); //       GET /content/{contentTypeSlug}/{slug}
      getBlogPost(cms, deps); //    GET /blog/{slug}
    },
    { prefix: "/api/public/v1" },
  );

  getHealth(root); //               GET /healthz
  getReadiness(root, deps); //      GET /readyz
}
