import type { Release, ReleaseGoods } from "@vitrine/client/admin";
import { Pencil, X } from "lucide-react";
import { useSite } from "../app/site.tsx";
import { formatMoney, localeName, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import { toast } from "../parts/toast.tsx";
import { currencyOf, nameOf } from "./catalog-items.ts";
import { catalogItemDifferences, type CatalogItemDifference } from "./catalog-item-differences.ts";
import { rightsOn } from "./release-rights.ts";
import styles from "./releases.module.css";
import { useRenew } from "./use-renew.ts";

interface CatalogItemRowProps {
  release: Release;
  item: ReleaseGoods;
  /** Opens the form of it. */
  onChange(): void;
}

/** A product, a category or a plan, with what the release makes different. */
export function CatalogItemRow({ release, item: { id, type, before, after }, onChange }: CatalogItemRowProps) {
  const site = useSite();
  const renew = useRenew();
  const { releases, app } = texts;
  const { act, isBusy } = useMutation(releases.problems);
  const { canShop } = rightsOn(site, release);
  const { api } = site;
  const itemChanges = release.changes.filter(({ target }) => target === id);
  const name = nameOf(before) || releases.kinds[type];
  const differences = before && after ? catalogItemDifferences(before, after, site.site) : [];
  const remove = async () => {
    const isDone = await act(async () => {
      for (const change of itemChanges) await api.releases.removeReleaseChange({ id: release.id, changeId: change.id });
    });
    renew();
    if (!isDone) return;
    const putBack = async () => {
      for (const { patch, seenVariants } of itemChanges)
        await api.releases.addReleaseChange({ id: release.id, body: { type, id, patch, ...(seenVariants && { seenVariants }) } });
    };
    toast(releases.removed(name), { label: app.undo, run: () => void act(putBack).then(renew) });
  };
  return (
    <li id={`goods-${id}`} tabIndex={-1} className={styles.good}>
      <div className={styles.goodHead}>
        <span className={styles.itemTitle}>
          <strong>{name}</strong>
          <Badge>{releases.kinds[type]}</Badge>
        </span>
        {canShop && (
          <span className="row">
            {type === "product" && before && (
              <Button aria-label={releases.changeOf(name)} onPress={onChange}>
                <Pencil className="icon" aria-hidden />
                {releases.changeShort}
              </Button>
            )}
            <Button variant="quiet" label={releases.removeOf(name)} isDisabled={isBusy} onPress={() => void remove()}>
              <X className="icon" aria-hidden />
            </Button>
          </span>
        )}
      </div>
      {before === null ? (
        <p className={styles.failure}>{releases.gone}</p>
      ) : release.state === "PUBLISHED" ? null : differences.length === 0 ? (
        <p className="soft">{releases.noDifference}</p>
      ) : (
        <dl className={styles.differences}>
          {differences.map((difference) => (
            <div key={`${difference.member} ${difference.of}`}>
              <dt>{labelOf(difference)}</dt>
              <dd>
                <Values difference={difference} currency={currencyOf(before, site.site.currency)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

function labelOf({ member, of, kind }: CatalogItemDifference): string {
  const { members } = texts.releases;
  const label = Object.hasOwn(members, member) ? (members[member] ?? member) : member;
  if (of === "") return label;
  return `${label}, ${kind === "money" ? of : localeName(of)}`;
}

function Values({ difference: { kind, before, after }, currency }: { difference: CatalogItemDifference; currency: string }) {
  const { releases } = texts;
  if (kind === "other") return <span className="soft">{releases.isOther}</span>;
  const say = (value: string | number | null) =>
    value === null || value === "" ? releases.none : typeof value === "number" ? formatMoney(value, currency) : value;
  return (
    <>
      <del>
        <span className="unseen">{releases.before}: </span>
        {say(before)}
      </del>{" "}
      <ins>
        <span className="unseen">{releases.after}: </span>
        {say(after)}
      </ins>
    </>
  );
}
