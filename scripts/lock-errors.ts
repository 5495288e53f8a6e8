/** What the lock file says about a package: of those whose files are in a folder of node_modules, by that folder. */
export interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  os?: readonly string[];
  cpu?: readonly string[];
  optionalDependencies?: Readonly<Record<string, string>>;
}

export interface LockFile {
  packages: Readonly<Record<string, LockedPackage>>;
}

/** Of a package that has a build for each platform: what it was published with, which a lock may have lost. */
export type PublishedOptions = (folder: string) => Readonly<Record<string, string>> | undefined;

/**
 * The errors of a lock file that was written on one machine, for others: builds that packages have for other platforms and that it lacks, in
 * the version that the package names, and addresses, which a registry chooses that others may not reach.
 */
export function lockErrors({ packages }: LockFile, optionsOf: PublishedOptions): { errors: string[]; builds: number } {
  const errors: string[] = [];
  let builds = 0;
  for (const [folder, locked] of Object.entries(packages)) {
    const isOurs = !folder.includes("node_modules/") || locked.link === true;
    if (!isOurs && locked.resolved !== undefined) errors.push(`${folder} has an address: remove its \`resolved\`.`);
    if (!isOurs && locked.integrity === undefined) errors.push(`${folder} has no \`integrity\`: install it anew.`);
    // The package itself is the authority; on this machine it may not be installed.
    const wanted = { ...locked.optionalDependencies, ...optionsOf(folder) };
    for (const [name, version] of Object.entries(wanted)) {
      builds += 1;
      const lockedPackage = nearest(packages, folder, name);
      if (!lockedPackage)
        errors.push(`${folder} wants ${name} ${version}, which the lock lacks: delete the lock and node_modules, and install anew.`);
      else if (/^\d/.test(version) && lockedPackage.version !== version)
        errors.push(`${folder} wants ${name} ${version}, and the lock has ${lockedPackage.version ?? "none"}: install anew.`);
    }
  }
  return { errors, builds };
}

/** As Node looks for it: in the package's own folder, and then in each above it. */
function nearest(packages: LockFile["packages"], folder: string, name: string): LockedPackage | undefined {
  const parts = folder.split("/node_modules/");
  for (let depth = parts.length; depth > 0; depth -= 1) {
    const nestedPackage = packages[[...parts.slice(0, depth), name].join("/node_modules/").replace(/^\//, "")];
    if (nestedPackage) return nestedPackage;
  }
  return packages[`node_modules/${name}`];
}
