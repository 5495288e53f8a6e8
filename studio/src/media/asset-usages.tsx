import type { Asset, AssetUsage } from "@vitrine/client/admin";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import { To } from "../parts/to.tsx";
import styles from "./asset-form.module.css";
import { useUsages } from "./asset-queries.ts";

type Place = AssetUsage & { states: AssetUsage["state"][] };

/** The places that show a file, each once for its draft and its publication. */
export function Usages({ asset }: { asset: Asset }) {
  const { slug } = useSite();
  const { items, total, hasMore, more } = useUsages(asset);
  const { media, audit } = texts;
  const places = new Map<string, Place>();
  for (const { usage } of items) {
    const name = `${usage.id} ${usage.locale}`;
    const states = places.get(name)?.states ?? [];
    places.set(name, { ...usage, states: states.includes(usage.state) ? states : [...states, usage.state] });
  }
  return (
    <section className={styles.section}>
      <h3>{media.usages}</h3>
      {total === 0 && <p className="soft">{media.notUsed}</p>}
      <ul className={styles.usages}>
        {[...places.values()].map(({ type, id, contentType, locale, title, states }) => (
          <li key={`${id} ${locale}`}>
            <To path={`/sites/${slug}/${type === "page" ? "pages" : `entries/${contentType ?? ""}`}/${id}/${locale}`}>{title}</To>
            <span className="soft">{locale}</span>
            {states.includes("PUBLISHED") && <Badge tone="good">{media.published}</Badge>}
            {states.includes("DRAFT") && <Badge>{media.draft}</Badge>}
          </li>
        ))}
      </ul>
      {hasMore && <Button onPress={more}>{audit.more}</Button>}
    </section>
  );
}
