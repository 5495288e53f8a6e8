interface Named {
  /** Undefined: these are in no group. */
  group: string | undefined;
  names: string[];
}

/** Names with those of one group together, where the first of them stands. */
export function inGroups(names: readonly string[], groupOf: (name: string) => string | undefined): Named[] {
  const parts: Named[] = [];
  for (const name of names) {
    const group = groupOf(name);
    const currentPart = group === undefined ? parts.at(-1) : parts.find((part) => part.group === group);
    if (currentPart && currentPart.group === group) currentPart.names.push(name);
    else parts.push({ group, names: [name] });
  }
  return parts;
}
