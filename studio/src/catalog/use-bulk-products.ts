import { isAdminError, type BulkProductsInput, type EditedProductRow, type ListEditedProductsInput } from "@vitrine/client/admin";
import { useState } from "react";
import type { Selection } from "react-aria-components";
import { useGo } from "../app/place.ts";
import { errorOf } from "../app/refusals.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { focusList } from "../parts/focus-list.ts";
import { firstItemError } from "../parts/item-error.ts";
import { readSelected } from "../parts/read-selected.ts";
import { tellProblem, toast } from "../parts/toast.tsx";
import { useRenew } from "../releases/use-renew.ts";
import { useRenewProducts } from "./catalog-queries.ts";
import type { PriceChange } from "./price-change.ts";
import type { PriceRelease } from "./price-moment.tsx";

/** A change of several products. */
type BulkChange =
  | { action: "activate" | "archive" | "delete" }
  | { action: "set-category"; categoryId: string | null }
  | ({ action: "set-price" } & PriceChange);

type Items = BulkProductsInput["items"];

/** As many as the API takes at once, all or none of them. */
const most = 100;

interface BulkOf {
  input: ListEditedProductsInput;
  items: readonly EditedProductRow[];
  selected: Selection;
  onDone(): void;
}

/** Changes the selected products, part by part: at once, with Undo, or with a release. */
export function useBulkProducts({ input, items, selected, onDone }: BulkOf) {
  const { api, slug } = useSite();
  const go = useGo();
  const { app, list } = texts;
  const { products } = shopTexts;
  const renew = useRenewProducts();
  const renewReleases = useRenew();
  const [isBusy, setBusy] = useState(false);
  const problemSentences: Readonly<Record<string, string>> = { ...texts.releases.problems, ...products.problems };

  /** Resolves with how many were changed, and whether these are all. Tells the first problem. */
  const inParts = async (work: (part: Items) => Promise<unknown>): Promise<{ count: number; isWhole: boolean }> => {
    setBusy(true);
    let count = 0;
    let part: readonly EditedProductRow[] = [];
    try {
      const chosen = await readSelected(selected, items, () => api.catalog.listEditedProducts.all({ ...input, pageSize: most }));
      for (let first = 0; first < chosen.length; first += most) {
        part = chosen.slice(first, first + most);
        await work(part.map(({ id, revision }) => ({ id, revision })));
        count += part.length;
      }
      return { count, isWhole: true };
    } catch (error) {
      const problem = isAdminError(error) ? firstItemError(error) : undefined;
      const at = problem && part[problem.index];
      if (at) toast(list.notOne(at.title, problemSentences[problem.code] ?? errorOf(problem)));
      else tellProblem(error, problemSentences);
      return { count, isWhole: false };
    } finally {
      setBusy(false);
    }
  };
  const end = async (isWhole: boolean) => {
    if (isWhole) onDone();
    await renew();
    if (isWhole) focusList();
  };

  /** Gives the products their former values back. Those of a part that somebody has changed since stay as they are. */
  const undo = async (parts: readonly Items[]) => {
    let [undone, left] = [0, 0];
    for (const part of parts) {
      try {
        await api.catalog.bulkProducts({ action: "restore", items: part });
        undone += part.length;
      } catch (error) {
        if (!isAdminError(error, "revision_conflict")) tellProblem(error, problemSentences);
        left += part.length;
      }
    }
    await renew();
    if (undone > 0) toast(products.undone(undone));
    if (left > 0) toast(products.notUndone(left));
  };

  const change = async (bulkChange: BulkChange, done: (count: number) => string) => {
    const former: Items[] = [];
    const { count, isWhole } = await inParts(async (part) => {
      const { items: changed } = await api.catalog.bulkProducts({ ...bulkChange, items: part });
      former.push(
        changed.flatMap(({ id, revision, former: values }) => (revision === null || !values ? [] : [{ id, revision, former: values }])),
      );
    });
    if (count > 0) {
      const canUndo = bulkChange.action !== "delete";
      toast(done(count), canUndo ? { label: app.undo, run: () => void undo(former) } : undefined);
    }
    await end(isWhole);
  };

  const stage = async (prices: PriceChange, release: PriceRelease) => {
    let releaseId = "id" in release ? release.id : undefined;
    let created: { id: string; revision: number } | undefined;
    const { count, isWhole } = await inParts(async (part) => {
      if (releaseId === undefined) {
        const { id, revision } = await api.releases.createRelease(release);
        created = { id, revision };
        releaseId = id;
      }
      await api.releases.addReleasePriceChanges({ id: releaseId, ...prices, items: part });
    });
    const id = releaseId;
    if (count > 0 && id !== undefined)
      toast(products.pricesStaged(count, release.name), {
        label: texts.releases.into.show,
        run: () => go(`/sites/${slug}/releases/${id}`),
      });
    if (isWhole && id !== undefined && "publishAt" in release) {
      try {
        const { revision } = await api.releases.getRelease({ id });
        await api.releases.updateRelease({ id, revision, publishAt: release.publishAt, state: "SCHEDULED" });
      } catch (error) {
        tellProblem(error, problemSentences);
      }
    }
    // Nothing is in it: the first part was refused.
    if (count === 0 && created) await api.releases.deleteRelease(created).catch(() => undefined);
    renewReleases();
    await end(isWhole);
  };
  return { isBusy, change, stage };
}
