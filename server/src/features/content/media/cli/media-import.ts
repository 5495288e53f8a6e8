import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { Argument, Option } from "commander";
import { commaSeparated, siteArgument } from "../../../../lib/cli/arguments.ts";
import { command, CommandError, filesOf, type CommandContext } from "../../../../lib/cli/command.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { siteIdOf } from "../../../server/sites/index.ts";
import { noWords } from "../asset.ts";
import { addAsset } from "../save-asset.ts";
import { keepFile } from "../keep-file.ts";
import { tooLarge } from "../receive-upload.ts";

interface MediaImport {
  site: string;
  folder: string;
  tags: string[];
}

interface Imported {
  created: number;
  /** Those whose bytes the site has. */
  known: number;
  refused: { file: string; reason: string }[];
}

/** Files of one folder. */
const mostFiles = 100_000;

export const mediaImport = command<MediaImport, Imported>(
  {
    name: "media import",
    description: "put the files of a folder into a site's media library; folders in it become folders there",
    arguments: [siteArgument, new Argument("<folder>")],
    options: [new Option("--tags <tags>", "separated by commas, of each new file").argParser(commaSeparated).default([])],
    input: (site: string, folder: string, { tags }: { tags: string[] }): MediaImport => ({ site, folder: resolve(folder), tags }),
  },
  {
    run: async (context, { site, folder, tags }) => {
      const siteId = await siteIdOf(context.sql, site);
      const files = await filesBelow(folder);
      const imported: Imported = { created: 0, known: 0, refused: [] };
      for (const [index, path] of files.entries()) {
        const file = relative(folder, path).split(sep).join("/");
        try {
          const { isDuplicate } = await importFile(context, siteId, { path, file, tags });
          imported[isDuplicate ? "known" : "created"] += 1;
        } catch (error) {
          // One that is refused is not a reason to leave out the others.
          if (!(error instanceof ProblemError)) throw error;
          imported.refused.push({ file, reason: error.details.detail ?? error.problem.title });
        }
        context.progress(`${index + 1} of ${files.length}`);
      }
      return imported;
    },
    print: ({ created, known: knownCount, refused }) =>
      [
        `${created} ${created === 1 ? "file is" : "files are"} new in the library; the site had ${knownCount} already.`,
        ...refused.map(({ file, reason }) => `Refused: ${file}. ${reason}`),
      ].join("\n"),
    isSuccess: ({ refused }) => refused.length === 0,
  },
);

async function importFile(context: CommandContext, siteId: string, { path, file, tags }: { path: string; file: string; tags: string[] }) {
  const { sql, clock, ids } = context;
  const files = await filesOf(context);
  const { uploads, maxVideoBytes } = files.media;
  const { size } = await stat(path);
  if (size > maxVideoBytes) throw tooLarge(maxVideoBytes);
  await mkdir(uploads, { recursive: true });
  // The store takes away what it is given.
  const copy = join(uploads, randomUUID());
  await copyFile(path, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const slash = file.lastIndexOf("/");
  const words = { ...noWords, tags, folder: file.slice(0, Math.max(0, slash)) };
  try {
    return await keepFile({ sql, clock, ids, ...files }, { id: siteId }, { path: copy }, (keptFile) =>
      sql.begin((tx) =>
        addAsset(
          tx,
          { now: clock.now(), ids },
          siteId,
          keptFile,
          { ...words, sentName: file.slice(slash + 1) },
          { actor: { kind: "CLI" }, action: "media import" },
        ),
      ),
    );
  } finally {
    await rm(copy, { force: true });
  }
}

/** In the order of their names. Hidden ones and links are left out. */
async function filesBelow(folder: string): Promise<string[]> {
  const paths: string[] = [];
  const walk = async (at: string, depth: number): Promise<void> => {
    const entries = await readdir(at, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(error.code === "ENOENT" ? `There is no folder ${at}.` : `${at} cannot be read (${error.code ?? "unknown"}).`);
    });
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      if (entry.name.startsWith(".")) continue;
      const path = join(at, entry.name);
      if (entry.isDirectory()) {
        if (depth === deepest) throw new CommandError(`${path} lies deeper than ${deepest} folders. Move it up.`);
        await walk(path, depth + 1);
      } else if (entry.isFile()) paths.push(path);
      if (paths.length > mostFiles) throw new CommandError(`${folder} has more than ${mostFiles} files. Import its folders one by one.`);
    }
  };
  await walk(folder, 0);
  return paths;
}

/** As many as a library has. */
const deepest = 8;
