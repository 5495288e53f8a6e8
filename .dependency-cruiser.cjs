/**
 * Which module of server/src, sandbox/src, client/src and studio/src may import which. ARCHITECTURE.md shows the parts; `npm run check:imports` asks here.
 *
 * @type {import("dependency-cruiser").IConfiguration}
 */
const src = "^server/src/";
const within = (...paths) => paths.map((path) => src + path);

/** Features that may use another's index.ts. To add a pair is a decision about the design. */
const meetings = {
  rendering: ["catalog", "media"],
  queries: ["catalog", "rendering"],
  types: ["audit", "queries", "rendering", "sites"],
  documents: ["audit", "catalog", "media", "queries", "rendering", "sites", "team", "types", "webhooks"],
  // What people say about a draft, at its address.
  comments: ["audit", "documents", "rendering"],
  // A colleague is asked by mail.
  reviews: ["audit", "documents", "rendering", "team"],
  search: ["catalog", "queries", "rendering"],
  // It lists the mails of each, and shows them with sample values.
  mails: ["audit", "customers", "forms", "gift-cards", "orders", "payments"],
  media: ["audit", "catalog", "sites", "webhooks"],
  sites: ["audit", "webhooks"],
  catalog: ["audit", "webhooks"],
  bundle: ["audit", "catalog", "discounts", "documents", "forms", "media", "preview", "queries", "rendering", "sites", "types", "webhooks"],
  "catalog-editing": ["audit", "bundle", "catalog", "orders", "sites"],
  checkout: ["catalog", "discounts", "gift-cards", "orders", "payments"],
  discounts: ["audit", "sites"],
  "gift-cards": ["audit", "sites"],
  // Their commands name a site by its slug.
  customers: ["audit", "orders", "sites", "webhooks"],
  // What a follower may see changes with their place in the site.
  events: ["team"],
  forms: ["audit", "media", "sites", "webhooks"],
  local: ["sites"],
  orders: ["audit", "catalog", "discounts", "gift-cards", "sites", "webhooks"],
  preview: ["audit", "documents", "rendering", "sites"],
  payments: ["audit", "gift-cards", "orders", "sites", "webhooks"],
  releases: ["audit", "bundle", "catalog", "catalog-editing", "documents", "rendering", "sites", "team", "webhooks"],
  "personal-data": ["audit", "customers", "forms", "orders", "payments", "saved-views", "sites"],
  "saved-views": ["audit"],
  signup: ["audit", "bundle", "sites", "team"],
  // With a place in a site, the unfinished uploads to it end.
  team: ["audit", "media"],
  operating: ["audit", "catalog", "gift-cards", "queries", "media", "payments", "rendering", "sites", "team", "webhooks"],
  // A search finds documents by the words of their published texts, too.
  "site-search": ["search"],
  overview: ["media", "orders", "reviews", "sites", "webhooks"],
  // Its page may frame the storefront of a site, for members.
  studio: ["sites", "team"],
  // Where something happens that endpoints want to know, its feature records it.
  webhooks: ["audit"],
};

/** `from` may import nothing of server/src but `allowed`. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: from },
  to: { path: src, pathNot: allowed },
});

/** What `from` may use of `to` is its types. */
const typesOnly = (name, from, to, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: from },
  to: { path: to, dependencyTypesNot: ["type-only"] },
});

/** The packages that server/build.js puts into the build: the others of the dependencies are loaded from node_modules. */
const inTheBuild = Object.keys(require("./server/package.json").devDependencies);

const indexes = within("features/[^/]+/[^/]+/index\\.ts$");

module.exports = {
  forbidden: [
    only(
      "lib-knows-no-feature",
      within("lib/"),
      within("lib/", "ports/"),
      "lib/ imports lib/ and ports/ alone. Hand it what it needs as a parameter, or move the module to the feature that it knows.",
    ),
    only(
      "ports-are-interfaces",
      within("ports/"),
      within("ports/", "lib/"),
      "ports/ describes the outside and knows nobody. Put what is shared into lib/, and import its type.",
    ),
    typesOnly(
      "ports-take-types-of-lib",
      within("ports/"),
      within("lib/"),
      "A port is an interface. Write `import type`, or move the code to lib/.",
    ),
    {
      name: "ports-need-no-package",
      comment: "A port does not know the technology behind it. Put what needs the package into adapters/.",
      severity: "error",
      from: { path: within("ports/") },
      to: { pathNot: src, dependencyTypesNot: ["type-only"] },
    },
    only(
      "adapters-know-ports",
      within("adapters/"),
      within("adapters/", "ports/", "lib/"),
      "An adapter implements a port for one technology. Give it its options as parameters; what decides belongs to a feature or to lib/.",
    ),
    only(
      "deps-are-interfaces",
      within("deps\\.ts$"),
      within("lib/", "ports/"),
      "deps.ts names what operations take from outside. Describe it as an interface in ports/ and import that.",
    ),
    typesOnly(
      "deps-take-types",
      within("deps\\.ts$"),
      src,
      "deps.ts holds no code. Write `import type`; what is made is made in serve.ts.",
    ),
    {
      name: "features-look-inward",
      comment:
        "A feature imports lib/, ports/ and the type of Deps. Take what it needs from outside as a member of Deps or as a parameter.",
      severity: "error",
      from: { path: within("features/") },
      to: { path: src, pathNot: within("features/", "lib/", "ports/", "deps\\.ts$") },
    },
    typesOnly(
      "features-take-the-type-of-deps",
      within("features/"),
      within("deps\\.ts$"),
      "Write `import type { Deps }`: an operation is handed its Deps.",
    ),
    {
      name: "features-meet-by-appointment",
      comment:
        "Features meet only along the map at the top of .dependency-cruiser.cjs. Move what both need to lib/, or add the pair to the map and say why in server/src/features/README.md.",
      severity: "error",
      from: { path: within("features/[^/]+/([^/]+)/"), pathNot: within(`features/[^/]+/(${Object.keys(meetings).join("|")})/`) },
      to: { path: within("features/"), pathNot: within("features/[^/]+/$1/") },
    },
    ...Object.entries(meetings).map(([feature, others]) => ({
      name: `${feature}-meets-by-appointment`,
      comment: `${feature} may use ${others.join(", ")} of the features. Move what both need to lib/, or add the pair to the map at the top of .dependency-cruiser.cjs and say why in server/src/features/README.md.`,
      severity: "error",
      from: { path: within(`features/[^/]+/${feature}/`) },
      to: { path: within("features/"), pathNot: within(`features/[^/]+/(${[feature, ...others].join("|")})/`) },
    })),
    {
      name: "features-meet-at-the-index",
      comment: "The files of a feature are its own. Import from its index.ts, and export there what others need.",
      severity: "error",
      from: { path: within("features/[^/]+/([^/]+)/") },
      to: { path: within("features/"), pathNot: [...within("features/[^/]+/$1/"), ...indexes] },
    },
    {
      name: "others-come-by-the-index",
      comment: "The files of a feature are its own. Import from its index.ts, and export there what others need.",
      severity: "error",
      from: { path: src, pathNot: within("features/") },
      to: { path: within("features/"), pathNot: indexes },
    },
    only(
      "pipeline-serves-features",
      within("pipeline/"),
      [...within("pipeline/", "lib/", "ports/"), ...indexes],
      "The pipeline is for every operation. It imports lib/, ports/ and the index.ts of features; give it the rest as a parameter in app.ts.",
    ),
    only(
      "routes-list-operations",
      within("(routes|commands|jobs)\\.ts$"),
      [...within("deps\\.ts$", "lib/"), ...indexes],
      "This file is a table of contents: one line a feature. Put code into the feature.",
    ),
    only(
      "app-joins-pipeline-and-routes",
      within("app\\.ts$"),
      [...within("(deps|routes|version)\\.ts$", "pipeline/", "lib/", "ports/"), ...indexes],
      "app.ts gets its Deps from whoever starts it, so that tests can start it with others. Choose adapters in serve.ts.",
    ),
    only("config-is-pure", within("(config|version)\\.ts$"), within("lib/"), "Settings are read before anything exists. Keep it to lib/."),
    {
      name: "nothing-starts-the-start",
      comment: "main.ts and cli.ts are where a process begins. Move what others need out of them.",
      severity: "error",
      from: { path: src, pathNot: within("cli\\.ts$") },
      to: { path: within("(main|cli)\\.ts$") },
    },
    {
      name: "words-are-the-command-line's",
      comment: "cli/ runs what was typed. Put what others need into lib/cli/, and a command into its feature.",
      severity: "error",
      from: { path: src, pathNot: within("cli\\.ts$", "cli/") },
      to: { path: within("cli/") },
    },
    {
      name: "sandbox-knows-nobody",
      comment:
        "The sandbox stands for somebody else's processor, and its ledger is what ours is compared with: it must share no code with what it checks.",
      severity: "error",
      from: { path: "^sandbox/src/" },
      to: { pathNot: "^sandbox/src/", dependencyTypesNot: ["core"] },
    },
    {
      name: "sandbox-is-somebody-else",
      comment: "The server speaks to the sandbox over HTTP, as to any processor. Only start-sandbox.ts imports it.",
      severity: "error",
      from: { path: ["^server/", "^client/"], pathNot: within("bootstrap/start-sandbox\\.ts$") },
      to: { path: ["^sandbox/", "@vitrine/sandbox"] },
    },
    {
      name: "demo-is-files",
      comment: "The server hands out the demo's files, found by demo-file.ts. What draws them runs in `npm run generate`.",
      severity: "error",
      from: { path: src },
      to: { path: ["^demo/", "@vitrine/demo"] },
    },
    {
      name: "no-circles",
      comment: "Neither of the modules can be read without the other. Move what both need into a third.",
      severity: "error",
      from: { path: ["^server/src/", "^sandbox/src/", "^studio/src/"] },
      to: { circular: true },
    },
    {
      name: "client-needs-nobody",
      comment:
        "The client is published alone and runs in pages: no package, no built-in module, nothing of the server. Use fetch and Web Crypto.",
      severity: "error",
      from: { path: "^client/src/" },
      to: { pathNot: "^client/src/" },
    },
    {
      name: "studio-knows-the-client",
      comment: "The studio is a client of the admin API like any other: it imports @vitrine/client/admin, and nothing of the server.",
      severity: "error",
      from: { path: "^studio/src/" },
      to: { path: ["^server/", "^sandbox/", "^demo/", "^client/(?!(src|dist)/)"] },
    },
    {
      name: "drafts-are-pure",
      comment: "draft/ keeps, merges and undoes, without a screen: its tests need no browser.",
      severity: "error",
      from: { path: "^studio/src/draft/" },
      to: { path: ["^studio/src/(?!draft/)", "node_modules/react"] },
    },
    {
      name: "server-knows-no-client",
      comment:
        "The client is made of the server's description. Only tests import it, and the server takes its calculations with amounts of money.",
      severity: "error",
      from: { path: src },
      to: { path: "^client/(?!src/(?:apply-discounts|money|refund-amount|round)\\.ts$)" },
    },
    {
      name: "no-tools-in-the-server",
      comment:
        "The build holds the packages that server/package.json names, and no tool of the workspace. Name the package there, or do without.",
      severity: "error",
      from: { path: src },
      to: { dependencyTypes: ["npm-dev"], pathNot: inTheBuild.map((name) => `node_modules/${name}/`) },
    },
    {
      name: "no-package-by-chance",
      comment: "The package is there only because another needs it. Add it to server/package.json.",
      severity: "error",
      from: { path: src },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown", "npm-optional"] },
    },
    {
      name: "no-import-into-nothing",
      comment: "There is no such module. Mind the .ts at the end of the path.",
      severity: "error",
      from: { path: src },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    exclude: { path: "\\.(test|proof)\\.ts$" },
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default"] },
  },
};
