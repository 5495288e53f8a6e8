/** The storefront's package.json for a shop: with the server beside the storefront, and one command for both. */
export function packageOf(storefront, { name, dependencies, port }) {
  return {
    ...storefront,
    name,
    scripts: { ...storefront.scripts, dev: "node dev.js", start: `next start --port ${port}` },
    dependencies: sorted({ ...storefront.dependencies, ...dependencies }),
  };
}

const sorted = (members) => Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
