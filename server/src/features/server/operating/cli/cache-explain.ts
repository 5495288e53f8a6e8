import { Argument, Option } from "commander";
import { command, CommandError, UsageError } from "../../../../lib/cli/command.ts";
import { explainHeader, tagsHeader, versionsHeader } from "../../../../lib/published/cache-explanation.ts";

interface CacheReport {
  url: string;
  status: number;
  /** `hit`, `miss` or `off`; null: it is not a published read. */
  cache: string | null;
  etag: string | null;
  tags: string[];
  /** Of the site's content, catalogue and stock, as the process knows them. */
  versions: Record<string, number>;
}

const waitMs = 10_000;

/** Asks a running server why a response came from its cache, or did not. */
export const cacheExplain = command(
  {
    name: "cache explain",
    description: "ask a server whether a response comes from its cache, and what changes it",
    arguments: [new Argument("<url>", "the whole address, such as http://localhost:3000/api/public/v1/pages/home")],
    options: [new Option("--key <key>", "the site's public key")],
    input: (url: string, { key }: { key?: string }) => {
      if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
        throw new UsageError("The URL is not an http address. Write the whole address, with http:// or https://.");
      return { url, key: key ?? null };
    },
  },
  {
    // It needs no database.
    alone: explain,
    run: (_context, input) => explain(input),
    print: ({ status, cache, etag, tags, versions }) =>
      [
        `status    ${status}`,
        `cache     ${cache === null ? notCached(status) : `${cache}: ${reasons[cache] ?? "unknown"}`}`,
        ...(etag === null ? [] : [`etag      ${etag}`]),
        ...(tags.length === 0 ? [] : [`tags      ${tags.join("\n          ")}`, "          A change of one of these evicts the response."]),
        ...Object.entries(versions).map(([name, version], index) => `${index === 0 ? "versions  " : "          "}${name} ${version}`),
      ].join("\n"),
    isSuccess: ({ status }) => status < 400,
  },
);

const reasons: Readonly<Record<string, string>> = {
  hit: "the process that answered had the response in memory.",
  miss: "the process that answered read the database. The next request may be a hit, unless the response is large or rarely asked for.",
  off: "nothing of the kind is cached: CACHE_MEMORY_MB is 0, or the request shows a preview.",
};

const notCached = (status: number) =>
  status === 401 ? "unknown: the server refuses the key. Pass the site's public key with --key." : "none: only published reads are cached.";

async function explain({ url, key }: { url: string; key: string | null }): Promise<CacheReport> {
  const headers = { [explainHeader]: "1", ...(key === null ? {} : { "x-api-key": key }) };
  const response = await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(waitMs) }).catch((error: unknown) => {
    const { cause, message } = error as Error;
    throw new CommandError(
      `${new URL(url).origin} does not answer (${cause instanceof Error ? cause.message : message}). Start the server, or correct the URL.`,
    );
  });
  await response.body?.cancel();
  const items = (name: string) => (response.headers.get(name) ?? "").split(", ").filter((item) => item !== "");
  const versions = items(versionsHeader)
    .map((item) => item.split("="))
    .map(([name = "", value]) => [name, Number(value)] as const);
  return {
    url,
    status: response.status,
    cache: /\bcache;desc=(\w+)/.exec(response.headers.get("server-timing") ?? "")?.[1] ?? null,
    etag: response.headers.get("etag"),
    tags: items(tagsHeader).map((tag) => decodeURI(tag).replaceAll("%2C", ",")),
    versions: Object.fromEntries(versions),
  };
}
