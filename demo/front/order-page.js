// What became of an order. The processor tells the server, not this page, that it is paid: so this page asks until the server knows.

import { emptyBasket, recall, refillBasket, remember } from "./basket.js";
import { read, shop } from "./api.js";
import { find, say, show } from "./elements.js";
import { setTitle } from "./frame.js";
import { readAddress } from "./address.js";
import { messages, sentenceOf } from "./language.js";

const mostLooks = 60;

/** Whether nothing is left for the buyer to do: a bank that has accepted a debit may take days to settle it. */
export const isOver = ({ status, paymentStatus }) => status !== "PENDING" || paymentStatus === "PROCESSING";

export const readOrder = async ({ id }) => (await read(`${shop}/checkout/order/${encodeURIComponent(id)}`, readAddress().key)).data;

export async function followOrder(order) {
  say("order-number", String(order.number ?? order.id));
  const pieces = (order.items ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
  say("order-items", messages.pieces(pieces));
  say("order-email", order.email ?? "");
  show("order-items-row", pieces > 0);
  for (const id of ["order-mail", "order-email-row"]) show(id, Boolean(order.email));
  show("order");
  try {
    await look(order);
  } catch (problem) {
    find("order").dataset.kind = "bad";
    say("order-title", messages.orderUnknown);
    say("order-text", sentenceOf(problem));
  }
}

async function look(order) {
  for (let looks = 1; ; looks += 1) {
    const state = await readOrder(order).catch((problem) => {
      // A network that is away for a moment is not a reason to give up.
      if (problem.code !== "offline" || looks >= mostLooks) throw problem;
      return { status: "PENDING", paymentStatus: "PENDING" };
    });
    const isLast = state.status !== "PENDING" || looks >= mostLooks;
    if (isOver(state)) closeOrder(order, state);
    showState(state, isLast);
    if (isLast) return;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

/** An order that is over is not asked for again, and the next attempt gets a key of its own. */
function closeOrder(order, { status }) {
  const last = recall("order");
  const tookBasket = status !== "CANCELLED";
  if (tookBasket && !last?.isOver) emptyBasket();
  // The bank refused the debit after the basket was emptied.
  if (!tookBasket && last?.tookBasket) refillBasket(order.items);
  remember("order", { ...order, isOver: true, tookBasket });
  remember("attempt", null);
}

function showState({ status, paymentStatus }, isLast) {
  const [kind, title, text] = wordsFor(status, paymentStatus, isLast);
  setTitle(title);
  find("order").dataset.kind = kind;
  say("order-title", title);
  say("order-text", text);
}

function wordsFor(status, paymentStatus, isLast) {
  if (status === "PAID" || status === "FULFILLED") return ["good", messages.orderPaid, messages.orderPaidText];
  if (status.endsWith("REFUNDED")) return ["bad", messages.orderRefunded, messages.orderRefundedText];
  if (status === "CANCELLED") return ["bad", messages.orderCancelled, messages.orderCancelledText];
  if (paymentStatus === "PROCESSING") return ["bank", messages.orderBank, messages.orderBankText];
  if (isLast) return ["bad", messages.orderLate, messages.orderLateText];
  return ["waiting", messages.orderTitle, messages.orderText];
}
