import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import sharp from "sharp";
import { argon2Passwords } from "../server/src/adapters/argon2-passwords.ts";
import { connectPostgres } from "../server/src/adapters/postgres.ts";
import { systemIds } from "../server/src/adapters/system.ts";
import { addMember, type TestAdmin } from "../test/kit/admins.ts";
import { bundleImports } from "../test/kit/bundle-imports.ts";
import { assembleForBench } from "./assembled.ts";
import { drawPictures } from "./drawn-files.ts";
import { attack, beside, send, waitFor, type Answers, type WaitedFor } from "./flood.ts";
import { withGoals, type Line } from "./lines.ts";
import type { ServerProcess } from "./process.ts";
import type { Bench } from "./rounds.ts";
import { onPostgres, startVitrine, type Settings } from "./vitrine.ts";

/** Measures how long everybody else waits while a stranger attacks with nothing but a site from signup. */
export interface BesideStrangers {
  sizes: StrangerSizes;
  pictures: Measured;
  logins: Record<"customer" | "editor" | "signup", Measured>;
}

interface Measured {
  alone: WaitedFor;
  beside: WaitedFor;
  answers: Answers;
}

export interface StrangerSizes {
  /** Of the stranger: as many as an account may have. */
  sites: number;
  /** From which each attack comes. */
  addresses: number;
  /** Of the stranger's photographs, pixels of an edge. */
  edge: number;
  /** That others wait for. */
  pictures: number;
  logins: number;
}

export const strangerSizes: StrangerSizes = { sites: 10, addresses: 60, edge: 6_324, pictures: 100, logins: 200 };

const password = "correct horse battery";
const ratios = ["1-1", "4-3", "16-9"];
/** None that is rendered ahead: those are of the whole picture. */
const newSizes = ratios.flatMap((ratio) =>
  [256, 512, 640, 768, 960, 1_200].flatMap((width) => ["webp", "avif"].map((format) => `${width}x${ratio}.${format}`)),
);
const photograph = { width: 2_000, height: 1_500 };
const photographsOfSite = 4;
/** Sites of others, each with a visitor who wants a new size so often. */
const otherSites = 5;
const visitorPauseMs = 3_000;

interface Site {
  slug: string;
  key: string;
  owner: TestAdmin;
}

/** Measures on a migrated database, with the limits of production. */
export async function measureBesideStrangers(bench: Bench, url: string, sizes: StrangerSizes): Promise<BesideStrangers> {
  const others = await addSites(url, "other", otherSites);
  const strange = await addSites(url, "strange", sizes.sites, { areOfOneOwner: true });
  const settings = { ...production(onPostgres(url)), DATA_DIR: await bench.scratch.folder() };
  const server = await startVitrine(bench.scratch, settings);
  const logins = await measureLogins(server, others[0] as Site, strange[0] as Site, sizes);
  const pictures = await measurePictures(bench, server, others, strange, sizes);
  await server.stop();
  return { sizes, pictures, logins };
}

/** Without those that put the limits out of reach. */
function production(settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !name.startsWith("RATE_LIMIT")));
}

async function addSites(url: string, name: string, count: number, { areOfOneOwner = false } = {}): Promise<Site[]> {
  const sql = connectPostgres({ url, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
  try {
    const { deps } = assembleForBench({ sql, ids: systemIds });
    const hash = await argon2Passwords().hash(password);
    const sites: Site[] = [];
    for (let index = 0; index < count; index += 1) {
      const slug = `${name}-${index}`;
      const key = `pk_${slug.padEnd(32, "x").replaceAll("-", "x")}`;
      const site = { slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" };
      const { siteId } = await bundleImports(deps, "http://localhost").import({ bundle: 1, site, apiKeys: [{ name: "web", key }] });
      const here = { deps, ask: () => Promise.reject(new Error("The bench asks through a server.")) };
      const first = areOfOneOwner ? sites[0]?.owner : undefined;
      const owner = first ?? (await addMember(here, { id: siteId }, "OWNER"));
      if (first)
        await sql`insert into members (site_id, id, admin_id, role, created_at) values (${siteId}, ${systemIds.next()}, ${first.id}, 'OWNER', now())`;
      // As strong as every password of the server.
      await sql`update admins set password_hash = ${hash} where id = ${owner.id}`;
      sites.push({ slug, key, owner });
    }
    return sites;
  } finally {
    await sql.close();
  }
}

const addressOf = (kind: number, index: number) => `127.${kind}.${Math.floor(index / 250)}.${(index % 250) + 1}`;
const json = { "content-type": "application/json" };
const signIn = "/api/admin/v1/session";
const logIn = "/api/v1/shop/auth/login";
const signUp = "/api/public/v1/signup";

/** Right passwords elsewhere, and signups, while wrong passwords and signups come from everywhere. */
async function measureLogins({ port }: ServerProcess, elsewhere: Site, flooded: Site, sizes: StrangerSizes) {
  const post = (from: string, path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
    send(port, { from, method: "POST", path, headers: { ...json, ...headers }, body: JSON.stringify(body) });
  const asCustomer = { "x-api-key": elsewhere.key };
  const customer = { email: "ada@elsewhere.example", password };
  const registered = await post(addressOf(2, 0), "/api/v1/shop/auth/register", customer, asCustomer);
  if (registered !== 201) throw new Error(`Registering a customer returned ${registered}.`);
  const right = {
    customer: (number: number) => post(addressOf(2, number % 250), logIn, customer, asCustomer),
    editor: (number: number) => post(addressOf(3, number % 250), signIn, { email: elsewhere.owner.email, password }),
    signup: (number: number, run: number) =>
      post(addressOf(4, number), signUp, {
        siteName: "My shop",
        siteSlug: `new-${run}-${number}`,
        email: `new-${run}-${number}@elsewhere.example`,
        password,
      }),
  };
  const measureAll = async (run: number) => {
    const usual = { count: sizes.logins, loops: 2, pauseMs: 100 };
    const [customers, editors, signups] = await Promise.all([
      waitFor({ ...usual, statuses: [200] }, right.customer),
      waitFor({ ...usual, statuses: [200, 201] }, right.editor),
      waitFor({ ...usual, statuses: [200] }, (number) => right.signup(number, run)),
    ]);
    return { customer: customers, editor: editors, signup: signups };
  };
  const alone = await measureAll(1);
  // Four guesses of an address at once, each for another account, which none of them has.
  const flood = { clients: 4 * sizes.addresses, pauseMs: 50 };
  const guess = (client: number, round: number) => ({ email: `g${client}-${round}@guessed.example`, password: "a wrong password" });
  const attacks = (end: AbortSignal) => [
    attack(end, flood, (client, round) =>
      post(addressOf(5, client % sizes.addresses), logIn, guess(client, round), { "x-api-key": flooded.key }),
    ),
    attack(end, flood, (client, round) => post(addressOf(6, client % sizes.addresses), signIn, guess(client, round))),
    attack(end, flood, (client, round) =>
      post(addressOf(7, client % sizes.addresses), signUp, {
        siteName: "Flood",
        siteSlug: `flood-${client}-${round}`,
        ...guess(client, round),
      }),
    ),
  ];
  const [during, [guesses = {}, signIns = {}, signups = {}]] = await beside(attacks, () => measureAll(2));
  return {
    customer: { alone: alone.customer, beside: during.customer, answers: guesses },
    editor: { alone: alone.editor, beside: during.editor, answers: signIns },
    signup: { alone: alone.signup, beside: during.signup, answers: signups },
  };
}

/** New sizes of others' photographs, while a stranger uploads the largest ones and wants all sizes of them. */
async function measurePictures(
  bench: Bench,
  { port }: ServerProcess,
  others: readonly Site[],
  strange: readonly Site[],
  sizes: StrangerSizes,
): Promise<Measured> {
  const upload = async ({ slug, owner }: Site, from: string, body: Buffer): Promise<{ status: number; base: string | undefined }> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/admin/v1/sites/${slug}/assets`, {
      method: "POST",
      headers: { ...owner.headers, "content-type": "image/jpeg", "content-disposition": `attachment; filename="${from}.jpg"` },
      body: new Uint8Array(body),
    });
    const text = await response.text();
    const base = response.status === 201 ? dirname(new URL((JSON.parse(text) as { data: { url: string } }).data.url).pathname) : undefined;
    return { status: response.status, base };
  };
  const [small = ""] = await drawPictures(bench.scratch, { width: sizes.edge / 4, height: sizes.edge / 4, pictures: 1 });
  // Few bytes for many pixels: what the load generator sends takes none of the time that is measured.
  const largest = await sharp(small).resize(sizes.edge, sizes.edge).jpeg({ quality: 60 }).toBuffer();
  const needed = Math.ceil((2 * sizes.pictures) / (others.length * newSizes.length));
  const bases: string[] = [];
  for (const path of await drawPictures(bench.scratch, { ...photograph, pictures: needed })) {
    for (const site of others) {
      const { status, base } = await upload(site, path.slice(-8), await readFile(path));
      if (!base) throw new Error(`An upload of the bench returned ${status}.`);
      bases.push(base);
    }
  }
  // Each once: a size that is stored takes no time. The sites in turn.
  const next = newSizes.flatMap((size) => bases.map((base) => `${base}/${size}`));
  const ask = (number: number) => send(port, { from: addressOf(8, number % 250), path: next[number % next.length] ?? "" });
  // Less than an owner's fair share of the process for quick files: the stranger and five others want it.
  const usual = { count: sizes.pictures, loops: others.length, pauseMs: visitorPauseMs, statuses: [200] };
  await delay(5_000);
  const alone = await waitFor(usual, ask);
  const storedBases: string[] = [];
  const attacks = (end: AbortSignal) => [
    // Four at once by each of the stranger's people, each another file.
    attack(end, { clients: 4 * strange.length, pauseMs: 50 }, async (client, round) => {
      const site = strange[client % strange.length] as Site;
      const { status, base } = await upload(site, `${client}-${round}`, Buffer.concat([largest, Buffer.from(`${client}-${round}`)]));
      if (base && storedBases.length < photographsOfSite * strange.length) storedBases.push(base);
      return status;
    }),
    attack(end, { clients: sizes.addresses, pauseMs: 50 }, (client, round) => {
      const base = storedBases[(client + round) % Math.max(1, storedBases.length)];
      const [width, ratio] = [[3_840, 2_560, 1_920][round % 3], ratios[(client + round) % ratios.length]];
      const path = base ? `${base}/${width}x${ratio}.avif` : "/media/none";
      return send(port, { from: addressOf(9, client), path });
    }),
  ];
  const [during, [uploads = {}, variants = {}]] = await beside(attacks, async () => {
    await delay(3_000);
    return waitFor(usual, (number) => ask(number + sizes.pictures));
  });
  const answers = { ...uploads };
  for (const [status, number] of Object.entries(variants)) answers[Number(status)] = (answers[Number(status)] ?? 0) + number;
  return { alone, beside: during, answers };
}

const goalMs = 2_000;

function line(what: string, { alone, beside: during, answers }: Measured, goalOf: "p95Ms" | "p99Ms"): Line {
  const all = Object.values(answers).reduce((sum, number) => sum + number, 0);
  const shed = [429, 503, 0].reduce((sum, status) => sum + (answers[status] ?? 0), 0);
  const pair = (of: (waited: WaitedFor) => number) => `${of(alone).toFixed(0)} / ${of(during).toFixed(0)}`;
  return {
    cells: [
      what,
      pair(({ p50Ms }) => p50Ms),
      pair(({ p95Ms }) => p95Ms),
      pair(({ p99Ms }) => p99Ms),
      String(during.refused),
      `${all - shed} of ${all}`,
    ],
    goal: { text: `${goalOf === "p95Ms" ? "p95" : "p99"} ≤ 2 s`, met: during[goalOf] <= goalMs },
  };
}

export function strangerLines({ pictures, logins }: BesideStrangers): Line[] {
  return [
    line("a new size of a picture, elsewhere", pictures, "p99Ms"),
    line("a customer's right login, elsewhere", logins.customer, "p95Ms"),
    line("an editor's right sign-in, elsewhere", logins.editor, "p95Ms"),
    line("a signup's first step", logins.signup, "p95Ms"),
  ];
}

export function strangersSection(results: BesideStrangers): string {
  const { sites, addresses, pictures, logins, edge } = results.sizes;
  const title = ["Others wait for", "p50 ms", "p95 ms", "p99 ms", "told to retry", "attack answered"];
  return `## Beside strangers who attack

Alone / beside the attack, with the limits of production. A stranger has ${sites} sites, the maximum for an account. In the attack with pictures,
each site uploads photographs of ${edge} × ${edge} pixels, four at once, and ${addresses} client addresses request large AVIF sizes of them.
Meanwhile ${otherSites} other sites have a visitor each. These visitors request ${pictures} new sizes of photographs of ${photograph.width} × ${photograph.height}, with
a pause of ${visitorPauseMs / 1_000} s between requests. In the attack with passwords, ${addresses} client addresses send wrong passwords to a shop, ${addresses} others do so
at the studio's sign-in, and ${addresses} more begin signups, four at once each. Meanwhile ${logins} right logins of each kind come from other addresses, two
at once. A client that gets 503 retries after a second, and its wait includes the retry.

${withGoals(title, strangerLines(results))}
`;
}
