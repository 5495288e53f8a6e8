import type { Discount, ListDiscountsInput } from "@vitrine/client/admin";
import { BadgePercent, Copy, Ellipsis, Pencil, Plus, Power, Trash2 } from "lucide-react";
import { useState } from "react";
import { NotHere } from "../app/not-here.tsx";
import { useAsk, useGo } from "../app/place.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { ListTools } from "../parts/list-tools.tsx";
import { Loading } from "../parts/loading.tsx";
import { Menu } from "../parts/menu.tsx";
import { NoMatches } from "../parts/no-matches.tsx";
import { Card, Empty, Page, Rows } from "../parts/page.tsx";
import { To } from "../parts/to.tsx";
import { toast } from "../parts/toast.tsx";
import { useAskedView, useAskedWords } from "../parts/use-list.ts";
import { usePaged } from "../parts/use-paged.ts";
import { DeleteDiscount } from "./delete-discount.tsx";
import { writtenOf } from "./discount-draft.ts";
import { useDraftSite, useShowDiscount } from "./discount-queries.ts";
import { DiscountCode, DiscountSentence, DiscountState, periodOf, titleOf, usesOf } from "./discount-words.tsx";
import styles from "./discounts.module.css";

/** What the list can be narrowed to. Its name stands in the address. */
const views = {
  all: {},
  active: { state: "ACTIVE" },
  scheduled: { state: "SCHEDULED" },
  ended: { state: "ENDED" },
  "used-up": { state: "USED_UP" },
  off: { state: "INACTIVE" },
} as const satisfies Readonly<Record<string, Pick<ListDiscountsInput, "state">>>;

/** The discounts of the shop, each with what it does. */
export function DiscountList() {
  const { slug, may } = useSite();
  const go = useGo();
  const { discounts } = shopTexts;
  if (!may("catalog:read")) return <NotHere />;
  const add = may("catalog:write") && (
    <Button variant="primary" onPress={() => go(`/sites/${slug}/discounts/new`)}>
      <Plus className="icon" aria-hidden />
      {discounts.add}
    </Button>
  );
  return (
    <Page title={discounts.title} text={discounts.text} actions={add}>
      <Discounts />
    </Page>
  );
}

function Discounts() {
  const { api, key } = useSite();
  const ask = useAsk();
  const { discounts } = shopTexts;
  const view = useAskedView(views, discounts.views);
  const { words, setWords, q } = useAskedWords();
  const [doomed, setDoomed] = useState<Discount>();
  const input: ListDiscountsInput = { ...views[view.name], q: q || undefined, pageSize: 25 };
  const { items, total, isLoading, more, hasMore } = usePaged([...key, "discounts", input], (page, signal) =>
    api.discounts.listDiscounts({ ...input, page }, { signal }),
  );
  const isFiltered = q !== "" || view.name !== "all";
  if (total === 0 && !isFiltered) return <Empty icon={<BadgePercent aria-hidden />} text={discounts.empty} />;
  if (isLoading) return <Loading />;
  const clear = () => {
    setWords("");
    ask({ q: undefined, view: undefined });
  };
  return (
    <div className="stack">
      <ListTools search={discounts.search} words={words} onWords={setWords} {...view.tools} total={total} nouns={discounts.total} />
      {items.length === 0 && <NoMatches text={discounts.none} onClear={clear} />}
      {items.length > 0 && (
        <Card>
          <Rows>
            {items.map((discount) => (
              <DiscountRow key={discount.id} discount={discount} onDelete={() => setDoomed(discount)} />
            ))}
          </Rows>
          {hasMore && <Button onPress={more}>{discounts.more}</Button>}
        </Card>
      )}
      {doomed && <DeleteDiscount discount={doomed} onClose={() => setDoomed(undefined)} />}
    </div>
  );
}

function DiscountRow({ discount, onDelete }: { discount: Discount; onDelete(): void }) {
  const { api, slug, site, may } = useSite();
  const { timeZone } = useDraftSite();
  const go = useGo();
  const show = useShowDiscount();
  const { discounts } = shopTexts;
  const { act, isBusy } = useMutation(discounts.switchProblems);
  const { id, revision, isActive } = discount;
  const name = titleOf(discount, site.defaultLocale);
  const path = `/sites/${slug}/discounts/${id}`;
  const turn = async () => {
    const isDone = await act(async () =>
      show(await api.discounts.replaceDiscount({ ...writtenOf(discount), isActive: !isActive, id, revision })),
    );
    if (isDone) toast(isActive ? discounts.switchedOff(name) : discounts.switchedOn(name));
  };
  const icon = { className: "icon", "aria-hidden": true };
  const facts = [usesOf(discount), periodOf(discount, timeZone)].filter((fact) => fact !== undefined);
  return (
    <li>
      <span className={styles.discount}>
        <span className={styles.name}>
          <To path={path}>{name}</To>
          <DiscountCode discount={discount} />
          <DiscountState state={discount.state} />
        </span>
        <span>
          <DiscountSentence rule={discount} />
        </span>
        <small className="soft">{facts.join(" · ")}</small>
      </span>
      {may("catalog:write") && (
        <Menu
          label={discounts.actions(name)}
          trigger={
            <Button variant="quiet" label={discounts.actions(name)} isDisabled={isBusy}>
              <Ellipsis {...icon} />
            </Button>
          }
          groups={[
            [
              { id: "edit", label: discounts.edit, icon: <Pencil {...icon} />, onAction: () => go(path) },
              {
                id: "duplicate",
                label: discounts.duplicate,
                icon: <Copy {...icon} />,
                onAction: () => go(`/sites/${slug}/discounts/new?from=${id}`),
              },
              {
                id: "switch",
                label: isActive ? discounts.switchOff : discounts.switchOn,
                icon: <Power {...icon} />,
                onAction: () => void turn(),
              },
            ],
            [{ id: "delete", label: discounts.delete, icon: <Trash2 {...icon} />, isDanger: true, onAction: onDelete }],
          ]}
        />
      )}
    </li>
  );
}
