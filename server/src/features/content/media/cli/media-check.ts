import { Argument, Option } from "commander";
import { command, filesOf, type CommandContext } from "../../../../lib/cli/command.ts";
import { byteCount, plural } from "../../../../lib/text/plural.ts";
import { siteOf } from "../../../server/sites/index.ts";
import { checkFiles, type CheckedFiles } from "../check-files.ts";
import { sitesOfFiles } from "../named-objects.ts";
import { everySite, objectPrefix } from "../object-key.ts";
import { findOrphans, removeOrphan } from "../orphans.ts";

interface MediaCheck {
  /** Null: all of them. */
  site: string | null;
  repair: boolean;
}

interface Count {
  objects: number;
  bytes: number;
}

interface Checked extends CheckedFiles {
  sites: number;
  /** Objects that no row names: those that are old enough to be removed, and those that an upload may be about to name. */
  orphans: Count;
  recent: Count;
  removed: Count;
}

// As in the daily sweep: what is younger may belong to an upload or an import that goes on.
const dayMs = 24 * 60 * 60_000;
const namedAtMost = 20;

/** Compares the files in the database with those in the store. */
export const mediaCheck = command<MediaCheck, Checked>(
  {
    name: "media check",
    description: "compare the files in the database with those in the store",
    arguments: [new Argument("[site]", "one site alone")],
    options: [new Option("--repair", "remove what no row names from the store; nothing else is changed").default(false)],
    input: (site: string | undefined, { repair }: { repair: boolean }): MediaCheck => ({ site: site ?? null, repair }),
  },
  {
    run: async (context, { site: slug, repair }) => {
      const deps = { ...context, ...(await filesOf(context)) };
      const sites = slug === null ? await sitesOfFiles(context.sql) : [await siteOf(context.sql, slug)];
      const none = () => ({ objects: 0, bytes: 0 });
      const checked: Checked = {
        sites: sites.length,
        ...none(),
        lost: [],
        lostVariants: 0,
        orphans: none(),
        recent: none(),
        removed: none(),
      };
      for (const [index, site] of sites.entries()) {
        const { objects, bytes, lost, lostVariants } = await checkFiles(deps, site);
        checked.objects += objects;
        checked.bytes += bytes;
        checked.lost.push(...lost);
        checked.lostVariants += lostVariants;
        context.progress(`${index + 1} of ${plural(sites.length, "site")}`);
      }
      await checkOrphans(deps, slug === null ? everySite : objectPrefix(sites[0]?.id ?? ""), repair, checked);
      return checked;
    },
    print: (checked) => lines(checked).join("\n"),
    isSuccess: ({ lost }) => lost.length === 0,
  },
);

async function checkOrphans(
  deps: CommandContext & Pick<Awaited<ReturnType<typeof filesOf>>, "store">,
  prefix: string,
  repair: boolean,
  { orphans, recent, removed }: Pick<Checked, "orphans" | "recent" | "removed">,
): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - dayMs);
  for await (const orphan of findOrphans(deps, prefix)) {
    const count = orphan.storedAt >= before ? recent : repair && (await removeOrphan(deps, orphan)) ? removed : orphans;
    count.objects += 1;
    count.bytes += orphan.bytes;
  }
}

function lines({ sites, objects, bytes, lost, lostVariants, orphans, recent, removed }: Checked): string[] {
  const named = `${plural(sites, "site")} with ${plural(objects, "stored object")} (${byteCount(bytes)})`;
  const lostLines = lost
    .slice(0, namedAtMost)
    .map(({ site, key, bytes: wanted, storedBytes, assets }) => `  ${site}: ${shownBy(assets)}, ${key}, ${stateOf(wanted, storedBytes)}`);
  const more = lost.length > namedAtMost ? [`  … and ${lost.length - namedAtMost} more: --json lists them all`] : [];
  return [
    lost.length === 0
      ? `${named}: the store has them all.`
      : `${named}: the store lacks ${lost.length}. Bring them back from a backup of it.`,
    ...lostLines,
    ...more,
    ...(lostVariants > 0 ? [`The store lacks ${plural(lostVariants, "variant")}: each is made anew when somebody asks for it.`] : []),
    ...(removed.objects > 0 ? [`Removed ${sizeOf(removed)} that no row named.`] : []),
    ...(orphans.objects > 0 ? [`No row names ${sizeOf(orphans)}: --repair removes them, and so does the daily sweep.`] : []),
    ...(recent.objects > 0 ? [`No row names ${sizeOf(recent)} of the last day: an upload or an import may be about to.`] : []),
  ];
}

function sizeOf({ objects, bytes }: Count): string {
  return `${plural(objects, "object")} (${byteCount(bytes)})`;
}

function shownBy(assets: readonly string[]): string {
  return assets.length === 0 ? "of no asset" : assets.join(", ");
}

function stateOf(bytes: number, storedBytes: number | null): string {
  return storedBytes === null ? "missing" : `${storedBytes} bytes instead of ${bytes}`;
}
