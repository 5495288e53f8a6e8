import { isAdminError, type ListedOrder } from "@vitrine/client/admin";
import { useState } from "react";
import type { Selection } from "react-aria-components";
import { useGo } from "../app/place.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { BulkBar } from "../parts/bulk-bar.tsx";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { focusList } from "../parts/focus-list.ts";
import { itemErrors } from "../parts/item-error.ts";
import { tellProblem, toast } from "../parts/toast.tsx";
import { FulfilOrders } from "./fulfil-orders.tsx";
import { useRenewOrders } from "./order-queries.ts";
import { isToSend } from "./order-state.tsx";

interface BulkOrdersProps {
  items: readonly ListedOrder[];
  total: number;
  selected: Selection;
  onSelect(selected: Selection): void;
}

/** As many as the API takes at once. The list reads as many with its first page. */
const most = 100;

/** What can be done with all selected orders at once. */
export function BulkOrders({ items, total, selected, onSelect }: BulkOrdersProps) {
  const { slug, may } = useSite();
  const go = useGo();
  const { app } = texts;
  const { orders, shipping } = shopTexts;
  const [open, setOpen] = useState<"send" | "cancel">();
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const close = () => setOpen(undefined);
  const chosen = selected === "all" ? items : items.filter(({ id }) => selected.has(id));
  const count = selected === "all" ? total : chosen.length;
  const clear = () => onSelect(new Set());
  const ids = chosen.map(({ id }) => id);
  const unpaid = chosen.filter(({ status }) => status === "PENDING");
  const canWrite = may("orders:write");
  return (
    <>
      {count > most && (
        <BulkBar count={count} onClear={clear}>
          <span>{shipping.atMost(most)}</span>
          <Button variant="primary" onPress={() => onSelect(new Set(items.slice(0, most).map(({ id }) => id)))}>
            {shipping.selectFirst(most)}
          </Button>
        </BulkBar>
      )}
      {count > 0 && count <= most && (
        <BulkBar count={count} onClear={clear}>
          {canWrite && chosen.some(isToSend) && (
            <Button variant="primary" onPress={() => setOpen("send")}>
              {orders.send}
            </Button>
          )}
          <Button onPress={() => go(`/sites/${slug}/orders/packing-slips?ids=${ids.join()}`)}>{shipping.slips}</Button>
          {canWrite && unpaid.length > 0 && (
            <Button variant="danger" onPress={() => setOpen("cancel")}>
              {shipping.cancel}
            </Button>
          )}
        </BulkBar>
      )}
      {open === "send" && (
        <FulfilOrders
          ids={ids}
          onClose={close}
          onSent={() => {
            clear();
            focusList();
          }}
        />
      )}
      {open === "cancel" && (
        <CancelOrders
          unpaid={unpaid}
          others={count - unpaid.length}
          onClose={close}
          onDone={(refused) => {
            close();
            setRefusals(refused);
            onSelect(new Set(refused.map(({ order }) => order.id)));
            if (refused.length === 0) focusList();
          }}
        />
      )}
      <Dialog
        title={shipping.notCancelled}
        isOpen={refusals.length > 0}
        onClose={() => setRefusals([])}
        actions={<Button onPress={() => setRefusals([])}>{app.close}</Button>}
      >
        <ul className="stack">
          {refusals.map(({ order, sentence }) => (
            <li key={order.id}>
              <strong>{orders.order(order.number)}</strong>
              <p>{sentence}</p>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

/** An order that was not cancelled, and why. */
interface Refusal {
  order: ListedOrder;
  sentence: string;
}

interface CancelOrdersProps {
  unpaid: readonly ListedOrder[];
  /** The number of selected orders that cannot be cancelled. */
  others: number;
  onClose(): void;
  onDone(refused: readonly Refusal[]): void;
}

/** Cancels orders that nobody has paid, after a question. */
function CancelOrders({ unpaid, others, onClose, onDone }: CancelOrdersProps) {
  const { api } = useSite();
  const { orders, shipping } = shopTexts;
  const renew = useRenewOrders();
  const [isBusy, setBusy] = useState(false);
  // As they were when somebody asked: the list changes meanwhile.
  const [asked] = useState(unpaid);
  const sentences: Readonly<Record<string, string>> = orders.problems;
  const cancel = async () => {
    setBusy(true);
    try {
      const items = asked.map(({ id, revision }) => ({ id, revision }));
      const { results } = await api.orders.bulkOrders({ action: "cancel", items });
      const refused = results.flatMap(({ id, outcome, code }) => {
        const order = asked.find((each) => each.id === id);
        if (!order || outcome === "DONE") return [];
        return [{ order, sentence: outcome === "NOT_TRIED" ? shipping.notTried : (sentences[code ?? ""] ?? shipping.changed) }];
      });
      onDone(refused);
      if (refused.length < asked.length) toast(shipping.cancelled(asked.length - refused.length));
    } catch (error) {
      const refused = (isAdminError(error) ? itemErrors(error) : []).flatMap(({ index, code }) => {
        const order = asked[index];
        return order ? [{ order, sentence: code === "revision_conflict" ? shipping.changed : (sentences[code] ?? shipping.changed) }] : [];
      });
      if (refused.length > 0) onDone(refused);
      else tellProblem(error, orders.problems);
    } finally {
      setBusy(false);
      await renew();
    }
  };
  return (
    <Confirm
      title={shipping.cancelTitle(asked.length)}
      label={shipping.cancel}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => void cancel()}
    >
      <p>{shipping.cancelText}</p>
      {others > 0 && <p>{shipping.onlyUnpaid(others)}</p>}
    </Confirm>
  );
}
