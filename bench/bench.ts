import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { compareHotReads, compareTags, compareUncachedOnEmbedded, compareUncachedOnPostgres, type Comparison } from "./against-bare.ts";
import { fillCatalogues, fullSizes } from "./catalogue-database.ts";
import { measureCheckouts } from "./checkouts.ts";
import { explainCatalogue } from "./catalogue-plans.ts";
import { firstScreenSection, managedSizes, measureFirstScreen, type FirstScreen } from "./first-screen.ts";
import { chromiumPath, hasChromium } from "../test/kit/chromium.ts";
import { firstMinutesSection, walkFirstMinutes } from "./first-minutes.ts";
import { coldSiteCount, coldSitesSection, measureColdSites, type ColdSites } from "./cold-sites.ts";
import { fuzzLargeSite, measureQueries, queriesSection, querySizes, type Queries } from "./queries.ts";
import { includesSection, measureIncludes, type Includes } from "./includes.ts";
import { startLoader } from "./loader.ts";
import { readsWhileLoggingIn } from "./logins.ts";
import { measureCatalogue } from "./neighbours.ts";
import { checkoutSection } from "./report-checkouts.ts";
import { measureOperations, operationsSection, type MeasuredOperation } from "./operations.ts";
import { measureMedia, mediaSection, mediaSizes, type Media } from "./media.ts";
import { measurePublications, publicationsSection, publishedEntries, type Publications } from "./publications.ts";
import { comparisonsTable, report, type Results } from "./report.ts";
import { connections, type Bench } from "./rounds.ts";
import { openScratch } from "./scratch.ts";
import { measureSearches } from "./searches.ts";
import { editedDocuments, editorsSection, measureEditors, type EditorsAtWork } from "./editors.ts";
import { benchSite, writeBundle, type BenchSite } from "./site.ts";
import { measureSeveralProcesses, severalProcessesSection, type SeveralProcesses } from "./several-processes.ts";
import { measureFirstStart, measureStanding } from "./standing.ts";
import { buildIfStale } from "../server/build.js";
import { measureStudio, studioSection, studioSizes, type StudioAtWork } from "./studio.ts";
import { measureBesideStrangers, strangersSection, strangerSizes, type BesideStrangers } from "./strangers.ts";
import { measureStreams, openStreams, streamsSection, type OpenStreams } from "./streams.ts";
import { measureTables, tableProducts, tablesSection, type Tables } from "./tables.ts";
import { measureSwitches } from "./switches.ts";
import { numberOption } from "./number-option.ts";
import { onEmbedded, onPostgres, runVitrine, type Settings } from "./vitrine.ts";
import { measureOrders, ordersSection, type Orders } from "./orders.ts";
import { orderSizes } from "./order-rows.ts";
import { measuredAlone, withSection } from "./written-section.ts";

const { values: options, positionals: parts } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
    // The size of the large catalogue, for a trial: goals apply to the full size.
    products: { type: "string", default: String(fullSizes.large.products) },
    sites: { type: "string", default: String(fullSizes.sites) },
    postgres: { type: "string", default: "postgres://postgres@127.0.0.1:5432/postgres" },
    "no-write": { type: "boolean", default: false },
    // Every part, as small as possible: shows that the bench works, and measures nothing.
    smoke: { type: "boolean", default: false },
  },
});
const rounds = options.smoke ? 1 : numberOption("rounds", options.rounds, 1);
const seconds = options.smoke ? 0.25 : numberOption("seconds", options.seconds, 0.5);
const sizes = {
  ...fullSizes,
  large: { ...fullSizes.large, products: options.smoke ? 1_000 : numberOption("products", options.products, 1_000) },
  sites: options.smoke ? 2 : numberOption("sites", options.sites, 1),
  coldSites: options.smoke ? 10 : coldSiteCount,
  publishedEntries: options.smoke ? 50 : publishedEntries,
  managed: options.smoke ? { documents: 60, orders: 100, customers: 20 } : managedSizes,
  editedDocuments: options.smoke ? 60 : editedDocuments,
  streams: options.smoke ? 20 : openStreams,
  media: options.smoke ? { width: 400, height: 300, pictures: 1, uploads: 1, uploadMiB: 1 } : mediaSizes,
  studio: options.smoke ? { entries: 120, blocks: 20, keys: 12 } : studioSizes,
  tableProducts: options.smoke ? 500 : Math.min(tableProducts, numberOption("products", options.products, 1_000)),
  strangers: options.smoke ? { sites: 2, addresses: 3, edge: 800, pictures: 4, logins: 4 } : strangerSizes,
  queries: options.smoke ? { entries: 100, smallEntries: 10, sites: 2, random: 20, fuzzed: 100 } : querySizes,
  orders: options.smoke ? { large: 400, small: 40, sites: 2 } : orderSizes,
};
const isWritten = !options.smoke && !options["no-write"];
/** A single part takes the place of its section in docs/run/benchmarks.md, which says when each was measured. */
const singleParts: Record<string, () => Promise<string>> = {
  "first-minutes": async () => firstMinutesSection(await walkFirstMinutes(({ name }) => say(name))),
  processes: async () => severalProcessesSection(await measureProcesses()),
  reads: async () => comparisonsTable(await measurePlainReads()),
  tags: async () => comparisonsTable(await measureTags()),
  "cold-sites": async () => coldSitesSection(await measureCold()),
  includes: async () => includesSection(await measureIncluded()),
  queries: async () => {
    const queries = await measureQueried();
    return queriesSection(queries, comparisonsTable(queries.uncached));
  },
  "fuzzed-queries": async () => fuzzLargeSite(startBench(), await migrated(), sizes.queries),
  media: async () => mediaSection(await measureFiles()),
  publications: async () => publicationsSection(await measurePublished()),
  editors: async () => editorsSection(await measureEditing()),
  "first-screen": async () => firstScreenSection(await measureScreen()),
  studio: async () => studioSection(await measureWriting()),
  streams: async () => streamsSection(await measureFollowing()),
  strangers: async () => strangersSection(await measureAttacked()),
  tables: async () => tablesSection(await measureTabled()),
  orders: async () => {
    const orders = await measureOrderLists();
    return ordersSection(orders, comparisonsTable(orders.comparisons));
  },
  operations: async () => operationsSection(await measureReads()),
  checkouts: async () => checkoutSection(await measureCheckouts(startBench(), benchSite(connections))),
};
const partNames = Object.keys(singleParts);
if (parts.some((part) => !partNames.includes(part))) {
  const names = partNames.map((name) => `\`${name}\``);
  throw new Error(`The bench measures everything, or one part alone: ${names.slice(0, -1).join(", ")} or ${names.at(-1)}.`);
}
if (process.platform !== "linux") throw new Error("The bench reads processor time and memory from /proc, which only Linux has.");
await buildIfStale();

const loadBefore = loadavg()[0] ?? 0;
const scratch = openScratch(options.postgres);
const interrupted = new Promise<never>((_resolve, reject) => {
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => reject(new Error("Interrupted.")));
});
try {
  const all = async () => report(await measureAll());
  const [, measure] = Object.entries(singleParts).find(([name]) => parts.includes(name)) ?? ["all", all];
  const text = await Promise.race([measure(), interrupted]);
  process.stdout.write(text);
  const written = new URL("../docs/run/benchmarks.md", import.meta.url);
  if (measure === all) {
    if (isWritten) await writeFile(written, text);
  } else {
    const measured = measuredAlone({ postgres: await scratch.postgresVersion(), loadBefore });
    process.stdout.write(`\n${measured}\n`);
    if (isWritten && text.startsWith("## ")) await writeFile(written, withSection(await readFile(written, "utf8"), text, measured));
  }
} finally {
  await scratch.clear();
}

function startBench(): Bench {
  const loader = startLoader();
  scratch.later(loader.stop);
  const effort = options.smoke
    ? { warmUpSeconds: 0.1, warmUpAnswers: 0, starts: 1, readsPerConnection: 1 }
    : { warmUpSeconds: 1, warmUpAnswers: 3_000, starts: 5, readsPerConnection: 4 };
  return { scratch, loader, rounds: Math.trunc(rounds), seconds, ...effort };
}

/** The site of the bench, on the databases of these settings. */
async function publish({ bundle: text }: BenchSite, ...databases: Settings[]): Promise<void> {
  const bundle = await writeBundle(scratch, text);
  const publishOn = async (settings: Settings) => {
    await runVitrine(scratch, settings, "migrate");
    await runVitrine(scratch, settings, "site", "import", bundle);
  };
  await Promise.all(databases.map(publishOn));
}

/** The address of a database of its own, with the server's tables. */
async function migrated(): Promise<string> {
  const url = await scratch.database();
  await runVitrine(scratch, onPostgres(url), "migrate");
  return url;
}

async function measureProcesses(): Promise<SeveralProcesses> {
  const [site, url] = [benchSite(connections), await scratch.database()];
  await publish(site, onPostgres(url));
  return measureSeveralProcesses(startBench(), site, url);
}

async function measureReads(): Promise<MeasuredOperation[]> {
  return measureOperations(startBench(), await migrated());
}

async function measurePlainReads(): Promise<Comparison[]> {
  const [site, url, folder] = [benchSite(connections), await scratch.database(), await scratch.folder()];
  await publish(site, onPostgres(url), onEmbedded(folder));
  const bench = startBench();
  const hot = [...(await compareHotReads(bench, site, url)), ...(await compareTags(bench, site, url))];
  return [...hot, await compareUncachedOnPostgres(bench, site, url), await compareUncachedOnEmbedded(bench, site, folder)];
}

async function measureTags(): Promise<Comparison[]> {
  const [site, url, folder] = [benchSite(connections), await scratch.database(), await scratch.folder()];
  await publish(site, onPostgres(url), onEmbedded(folder));
  return compareTags(startBench(), site, url);
}

async function measureCold(): Promise<ColdSites> {
  return measureColdSites(startBench(), await migrated(), sizes.coldSites);
}

async function measureQueried(): Promise<Queries> {
  return measureQueries(startBench(), await migrated(), sizes.queries);
}

async function measureFiles(): Promise<Media> {
  return measureMedia(startBench(), await migrated(), sizes.media);
}

async function measureIncluded(): Promise<Includes> {
  return measureIncludes(startBench(), await migrated());
}

async function measurePublished(): Promise<Publications> {
  return measurePublications(startBench(), await migrated(), sizes.publishedEntries);
}

async function measureEditing(): Promise<EditorsAtWork> {
  return measureEditors(startBench(), await migrated(), sizes.editedDocuments);
}

async function measureWriting(): Promise<StudioAtWork> {
  return measureStudio(startBench(), await migrated(), sizes.studio);
}

async function measureScreen(): Promise<FirstScreen> {
  const { aloneUrl } = await fillCatalogues(scratch, { ...sizes, sites: 1 });
  return measureFirstScreen(startBench(), aloneUrl, sizes.managed);
}

async function measureFollowing(): Promise<OpenStreams> {
  return measureStreams(startBench(), await migrated(), sizes.streams);
}

async function measureAttacked(): Promise<BesideStrangers> {
  return measureBesideStrangers(startBench(), await migrated(), sizes.strangers);
}

async function measureTabled(): Promise<Tables> {
  return measureTables(startBench(), await migrated(), sizes.tableProducts);
}

async function measureOrderLists(): Promise<Orders> {
  return measureOrders(startBench(), await migrated(), sizes.orders);
}

async function measureAll(): Promise<Results> {
  const bench = startBench();
  say("Preparing the databases …");
  const site = benchSite(connections);
  const url = await scratch.database();
  const folder = await scratch.folder();
  await publish(site, onPostgres(url), onEmbedded(folder));
  // A smoke run measures nothing, and two parts at once need less time.
  const aside = options.smoke ? measureAside(startBench(), site, url) : undefined;
  aside?.catch(() => undefined);

  say("Reads from memory …");
  const hot = [...(await compareHotReads(bench, site, url)), ...(await compareTags(bench, site, url))];
  say("Reads with the cache off …");
  const uncached = [await compareUncachedOnPostgres(bench, site, url), await compareUncachedOnEmbedded(bench, site, folder)];
  say("Filling the catalogues …");
  const catalogues = await fillCatalogues(scratch, sizes);
  if (isWritten) await writePlans(catalogues.sharedUrl);
  say("Reads of a large catalogue with the cache off …");
  const catalogue = await measureCatalogue(bench, catalogues, sizes.large);
  const searches = await measureSearches(bench, catalogues.sharedUrl);
  say("The first screen …");
  const firstScreen = await measureFirstScreen(bench, catalogues.aloneUrl, sizes.managed);
  say("Reads while customers log in …");
  const logins = await readsWhileLoggingIn(bench, url, [site.products]);
  if (!logins) say("Customers cannot register: reads beside logins are left out.");
  say("Checkouts …");
  const checkouts = await measureCheckouts(bench, site);
  say("Several processes …");
  const several = await measureSeveralProcesses(bench, site, url);
  say("Every operation that reads …");
  const operations = await measureOperations(bench, url);
  const { firstStartMs, ...others } = await (aside ?? measureAside(bench, site, url));
  say("Start and memory …");
  const standing = {
    postgres: await measureStanding(bench, site, onPostgres(url)),
    embedded: await measureStanding(bench, site, onEmbedded(folder)),
    firstStartMs,
  };
  const measured = {
    date: new Date().toISOString().slice(0, 10),
    cores: availableParallelism(),
    node: process.versions.node,
    postgres: await scratch.postgresVersion(),
    loadBefore,
    rounds: bench.rounds,
    seconds,
  };
  return {
    measured,
    hot,
    uncached: [...uncached, ...catalogue.uncached],
    sizes,
    neighbours: catalogue.neighbours,
    searches,
    firstScreen,
    logins,
    checkouts,
    several,
    operations,
    ...others,
    standing,
  };
}

/** The parts that share no server and no folder with the others. */
async function measureAside(bench: Bench, site: BenchSite, url: string) {
  say("Many sites …");
  const coldSites = await measureCold();
  say("References and their data …");
  const includes = await measureIncluded();
  say("Queries …");
  const queries = await measureQueried();
  say("Files …");
  const media = await measureFiles();
  say("Reads beside publications …");
  const publications = await measurePublished();
  say("Editors …");
  const editors = await measureEditing();
  say("The studio …");
  const studio = hasChromium ? await measureWriting() : undefined;
  if (!studio) say(`There is no ${chromiumPath}: the studio is left out. Install Chromium, or set CHROMIUM_PATH.`);
  say("Open streams …");
  const streams = await measureFollowing();
  say("Beside strangers who attack …");
  const strangers = await measureAttacked();
  say("Tables of products …");
  const tables = await measureTabled();
  say("Lists of orders …");
  const orders = await measureOrderLists();
  say("What stays on …");
  const switches = await measureSwitches(bench, site, url);
  say("The first start …");
  const firstStartMs = await measureFirstStart(bench);
  return { coldSites, includes, queries, media, publications, editors, studio, streams, strangers, tables, orders, switches, firstStartMs };
}

/** Before the catalogue is measured: a wrong plan makes its figures useless. */
async function writePlans(url: string): Promise<void> {
  const { text, errors } = await explainCatalogue(url, sizes);
  if (errors.length > 0) throw new Error(errors.join("\n"));
  await writeFile(new URL("../docs/run/catalogue-plans.md", import.meta.url), text);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
