import { Argument, Option } from "commander";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { readText } from "../../../../lib/cli/arguments.ts";
import { command, CommandError, filesOf, UsageError } from "../../../../lib/cli/command.ts";
import { readMediaSettings, type MediaSettings } from "../../../../lib/text/media-settings.ts";
import { settingReader } from "../../../../lib/text/setting-values.ts";
import { byteCount, plural } from "../../../../lib/text/plural.ts";
import { siteOf } from "../../../server/sites/index.ts";
import { copyFiles, type CopiedFiles } from "../copy-files.ts";
import { sitesOfFiles } from "../named-objects.ts";

interface MediaCopy {
  /** Null: all of them. */
  site: string | null;
  /** A folder, or the settings of a bucket by their names. */
  to: { folder: string } | { settings: Record<string, string> };
}

interface Options {
  toFolder?: string;
  toS3?: string;
}

type Copied = CopiedFiles & { sites: number };

const namedAtMost = 20;

/** Copies the files of sites to another store. The operator sets it as the server's afterwards. */
export const mediaCopy = command<MediaCopy, Copied>(
  {
    name: "media copy",
    description: "copy the files of all sites, or of one, to another store; the store of the settings stays as it is",
    arguments: [new Argument("[site]", "one site alone")],
    options: [
      new Option("--to-folder <folder>", "the folder that MEDIA_DIR will name"),
      new Option("--to-s3 <file>", "a file with S3_ENDPOINT, S3_BUCKET and the other settings of the bucket, one NAME=value a line"),
    ],
    input: async (site: string | undefined, { toFolder, toS3 }: Options): Promise<MediaCopy> => {
      if ((toFolder === undefined) === (toS3 === undefined)) throw new UsageError("name one store, with --to-folder or with --to-s3");
      const to = toFolder === undefined ? { settings: parseEnv(await readText(toS3 ?? "")) } : { folder: resolve(toFolder) };
      return { site: site ?? null, to: to as MediaCopy["to"] };
    },
  },
  {
    run: async (context, { site: slug, to }) => {
      const { sql, openStore, publicUrl, progress } = context;
      if (!openStore) throw new Error("The command was started without a way to open stores.");
      const deps = { ...context, ...(await filesOf(context)) };
      const target = await openStore("folder" in to ? { kind: "folder", folder: to.folder } : bucketOf(to.settings, publicUrl));
      // A wrong key shows before the first file is read.
      await target.check();
      const sites = slug === null ? await sitesOfFiles(sql) : [await siteOf(sql, slug)];
      const all: Copied = { sites: sites.length, copied: 0, bytes: 0, known: 0, failed: [] };
      for (const [index, site] of sites.entries()) {
        const place = `${site.slug}, ${index + 1} of ${plural(sites.length, "site")}`;
        const {
          copied,
          bytes,
          known: knownCount,
          failed,
        } = await copyFiles(deps, target, site, (now) => {
          if (now.copied % 20 === 0) progress(`${place}: ${plural(now.copied, "object")} (${byteCount(now.bytes)})`);
        });
        all.copied += copied;
        all.bytes += bytes;
        all.known += knownCount;
        all.failed.push(...failed);
      }
      return all;
    },
    print: ({ sites, copied, bytes, known: knownCount, failed }) =>
      [
        `Copied ${plural(copied, "object")} (${byteCount(bytes)}) of ${plural(sites, "site")}; the other store had ${knownCount} already.`,
        ...failed.slice(0, namedAtMost).map(({ site, key, reason }) => `Not copied: ${key} of ${site}, since ${reason}.`),
        ...(failed.length > namedAtMost ? [`… and ${failed.length - namedAtMost} more: --json lists them all.`] : []),
      ].join("\n"),
    isSuccess: ({ failed }) => failed.length === 0,
  },
);

/** Throws a CommandError with all that is wrong. */
function bucketOf(env: Record<string, string>, publicUrl: string): MediaSettings {
  const errors: string[] = [];
  const { setting } = settingReader(env, errors);
  const isGiven = (name: string) => Boolean(env[name]?.trim());
  const settings = readMediaSettings(setting, isGiven, { dataDir: "", isHttps: publicUrl.startsWith("https:"), errors });
  if (settings.kind === "folder") errors.push("The file names no bucket. It needs S3_ENDPOINT, S3_BUCKET and the two parts of the key.");
  if (errors.length > 0) throw new CommandError(errors.join(" "));
  return settings;
}
