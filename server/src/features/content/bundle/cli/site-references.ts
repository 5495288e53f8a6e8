import { findAssetIds } from "../../media/index.ts";
import { Argument } from "commander";
import { siteArgument } from "../../../../lib/cli/arguments.ts";
import { command, CommandError } from "../../../../lib/cli/command.ts";
import { referenceKinds, type ReferenceKind } from "../../../../lib/json-schema/json-schema-kinds.ts";
import { textTable } from "../../../../lib/text/text-table.ts";
import type { Sql } from "../../../../ports/database.ts";
import { findCatalogItemIds } from "../../../shop/catalog/index.ts";
import { findDocumentIds } from "../../documents/index.ts";
import { pageContentType } from "../../rendering/index.ts";
import { siteIdOf } from "../../../server/sites/index.ts";
import { findReferringPlaces } from "../referring-places.ts";

interface Asked {
  site: string;
  kind: ReferenceKind;
  name: string;
}

export const siteReferences = command(
  {
    name: "site references",
    description: "show what refers to an entry, a page, a product, a category or a file",
    arguments: [
      siteArgument,
      new Argument("<kind>").choices(referenceKinds),
      new Argument("<name>", "its slug, of an entry with its content type before it: author/ada"),
    ],
    input: (site: string, kind: ReferenceKind, name: string): Asked => ({ site, kind, name }),
  },
  {
    run: async ({ sql }, asked) => {
      const siteId = await siteIdOf(sql, asked.site);
      const id = await idOf(sql, siteId, asked);
      if (id === undefined) throw new CommandError(notThere(asked));
      return { ...asked, id, referrers: (await findReferringPlaces(sql, siteId, id)).places };
    },
    print: ({ kind, name, referrers }) =>
      referrers.length === 0
        ? `Nothing refers to the ${kind} ${name}.`
        : textTable(
            ["", "locale", "", "place"],
            referrers.map(({ kind: of, contentType, name: from, locale, state, path }) => [
              ...[contentType === null ? `${of} ${from}` : `${of} ${contentType}/${from}`, locale ?? ""],
              ...[state?.toLowerCase() ?? "", path],
            ]),
          ),
  },
);

async function idOf(sql: Sql, siteId: string, { kind, name }: Asked): Promise<string | undefined> {
  if (kind === "asset") return (await findAssetIds(sql, siteId, [name]))[0]?.id;
  if (kind === "product" || kind === "category") return (await findCatalogItemIds(sql, siteId, [{ kind, name }]))[0]?.id;
  const slash = name.indexOf("/");
  const entry = { contentType: name.slice(0, Math.max(0, slash)), name: name.slice(slash + 1) };
  const [target] = await findDocumentIds(sql, siteId, [kind === "page" ? { contentType: pageContentType, name } : entry]);
  return target?.id;
}

function notThere({ kind, name, site }: Asked): string {
  const way = kind === "entry" && !name.includes("/") ? " Write its content type before its slug: author/ada." : "";
  return `The site "${site}" has no ${kind} "${name}".${way}`;
}
