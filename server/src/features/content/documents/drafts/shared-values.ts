import { isSchema, type Schema } from "../../../../lib/json-schema/json-schema-kinds.ts";
import { forEachBlock } from "../../rendering/index.ts";
import type { DocumentKind } from "./draft.ts";
import type { Schemas } from "./type-schemas.ts";

interface Block {
  id: string;
  type: string;
  props: Record<string, unknown>;
  children?: Record<string, Block[]>;
}

/** Whether a schema has members with one value for all locales. */
function hasSharedMembers(schema: Schema): boolean {
  return JSON.stringify(schema).includes('"x-shared":true');
}

/** Whether any of the types has members with one value for all locales. */
export function haveSharedMembers({ blockTypes, contentTypes }: Schemas): boolean {
  return [...blockTypes.values(), ...contentTypes.values()].some(({ schema }) => hasSharedMembers(schema));
}

/** `replace`: the target has exactly the source's values. `fill`: it takes only those that it lacks. */
export type Sharing = "replace" | "fill";

/**
 * The content of one locale with the values of another where the schemas say that all locales share them, as JSON text: of an entry its members; of
 * a page the props of blocks that have the same id and type.
 */
export function withSharedValues(
  kind: DocumentKind,
  types: Schemas,
  contentType: string,
  { from, to, sharing = "replace" }: { from: string; to: string; sharing?: Sharing },
): string {
  if (kind === "entry") {
    const type = types.contentTypes.get(contentType);
    if (!type || !hasSharedMembers(type.schema)) return to;
    const target = JSON.parse(to) as Record<string, unknown>;
    copyShared(type.schema, JSON.parse(from) as Record<string, unknown>, target, sharing);
    return JSON.stringify(target);
  }
  if (![...types.blockTypes.values()].some(({ schema }) => hasSharedMembers(schema))) return to;
  const sources = new Map<string, Block>();
  forEachBlock((JSON.parse(from) as { composition: Block[] }).composition, (block) => sources.set(block.id, block));
  const page = JSON.parse(to) as { composition: Block[] };
  forEachBlock(page.composition, (block) => {
    const source = sources.get(block.id);
    const type = types.blockTypes.get(block.type);
    if (type && source?.type === block.type) copyShared(type.schema, source.props, block.props, sharing);
  });
  return JSON.stringify(page);
}

/** Of nested objects the shared members alone; a list is shared as a whole. */
function copyShared({ properties }: Schema, from: Record<string, unknown>, to: Record<string, unknown>, sharing: Sharing): void {
  if (!isSchema(properties)) return;
  for (const [name, schema] of Object.entries(properties)) {
    if (!isSchema(schema)) continue;
    if (schema["x-shared"] === true) {
      if (sharing === "fill" && Object.hasOwn(to, name)) continue;
      if (Object.hasOwn(from, name)) to[name] = from[name];
      else Reflect.deleteProperty(to, name);
      continue;
    }
    const [source, target] = [from[name], to[name]];
    if (isSchema(source) && isSchema(target) && !Array.isArray(source) && !Array.isArray(target))
      copyShared(schema, source, target, sharing);
  }
}
