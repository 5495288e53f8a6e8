import { saveBlockTypes, saveContentTypes } from "../../server/src/features/content/types/index.ts";
import type { TestServer, TestSite } from "./harness.ts";

const empty = { uiSchema: {}, schema: { type: "object" } };

/** Adds a block type of a name that nothing else has. Resolves with the name. */
export async function addBlockType({ deps }: Pick<TestServer, "deps">, site: Pick<TestSite, "id">, unique: string): Promise<string> {
  const type = nameOf(unique);
  const words = { title: type, description: null, category: null, icon: null, defaults: {}, slots: null };
  await saveBlockTypes(deps.sql, { now: deps.clock.now(), ids: deps.ids, touched: new Set() }, site.id, [{ type, ...words, ...empty }]);
  return type;
}

/** The same of content types. */
export async function addContentType({ deps }: Pick<TestServer, "deps">, site: Pick<TestSite, "id">, unique: string): Promise<string> {
  const slug = nameOf(unique);
  await saveContentTypes(deps.sql, { now: deps.clock.now(), ids: deps.ids, touched: new Set() }, site.id, [
    { slug, title: slug, ...empty },
  ]);
  return slug;
}

function nameOf(unique: string): string {
  return `type-${unique}`;
}
