import type { Schema, TableUse } from "./table-use.ts";

/** The owners of tables and views, and the reads of other owners' tables, with the reason. By the names of features, and `lib`. */
export interface Ownership {
  owners: Readonly<Record<string, readonly string[]>>;
  reads: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface PlacedUse extends TableUse {
  /** The file and the line. */
  at: string;
  /** The owner of the file. */
  user: string;
}

/** Deviations from the declaration, one line each. */
export function ownerErrors(uses: readonly PlacedUse[], { tables, views }: Schema, { owners, reads }: Ownership): string[] {
  const errors: string[] = [];
  const ownerOf = new Map<string, string>();
  for (const [owner, owned] of Object.entries(owners)) {
    for (const name of owned) {
      const other = ownerOf.get(name);
      if (other !== undefined) errors.push(`${name} has two owners, ${other} and ${owner}.`);
      if (!tables.has(name) && !views.has(name)) errors.push(`${owner} owns ${name}, which no migration makes.`);
      ownerOf.set(name, owner);
    }
  }
  const namesTables = (view: string): boolean => [...(views.get(view) ?? [])].some((name) => tables.has(name) || namesTables(name));
  for (const name of [...tables, ...[...views.keys()].filter(namesTables)])
    if (!ownerOf.has(name)) errors.push(`${name} has no owner: name one in server/table-owners.ts.`);

  const met = new Set<string>();
  const ofViews = [...views].map(([view, named]) => ({
    at: `the view or function ${view}`,
    user: ownerOf.get(view) ?? "",
    reads: named,
    writes: new Set<string>(),
  }));
  for (const { at, user, reads: named, writes } of [...uses, ...ofViews]) {
    for (const name of writes) {
      const owner = ownerOf.get(name);
      if (owner !== undefined && owner !== user)
        errors.push(`${at}: ${user} writes ${name} of ${owner}. Move the statement there, and call it through its index.ts.`);
    }
    for (const name of [...named].flatMap(through)) {
      const owner = ownerOf.get(name);
      if (owner === undefined || owner === user || user === "") continue;
      met.add(`${user} ${name}`);
      if (reads[user]?.[name] === undefined)
        errors.push(
          `${at}: ${user} reads ${name} of ${owner}. Ask ${owner} for it, or list the read in server/table-owners.ts with its reason.`,
        );
    }
  }
  for (const [user, listed] of Object.entries(reads))
    for (const name of Object.keys(listed))
      if (!met.has(`${user} ${name}`)) errors.push(`${user} does not read ${name}: take it out of server/table-owners.ts.`);
  return errors;

  /** A view, and all objects behind it with another owner than the view's. */
  function through(name: string): string[] {
    const behind = [...(views.get(name) ?? [])].flatMap(through);
    return [name, ...behind.filter((other) => ownerOf.get(other) !== ownerOf.get(name))];
  }
}
