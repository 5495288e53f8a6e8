// What became of an order. The processor tells the server, not this page, that it is paid: so this page asks until the server knows.

import { emptyBasket } from "./basket.js";
import { read, shop } from "./api.js";
import { find, say, show } from "./elements.js";
import { sentenceOf } from "./languages.js";
import { recall, remember } from "./remembered.js";
import { readAddress } from "./shop-address.js";
import { words } from "./shop-language.js";

const mostLooks = 60;

export const readOrder = async ({ id }) => (await read(`${shop}/checkout/order/${encodeURIComponent(id)}`, readAddress().key)).data;

export async function followOrder(order) {
  say("order-number", String(order.number ?? order.id));
  const pieces = (order.items ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
  say("order-items", words.pieces(pieces));
  say("order-email", order.email ?? "");
  show("order-items-row", pieces > 0);
  for (const id of ["order-mail", "order-email-row"]) show(id, Boolean(order.email));
  show("order");
  try {
    await look(order);
  } catch (problem) {
    find("order").dataset.kind = "bad";
    say("order-title", words.orderUnknown);
    say("order-text", sentenceOf(problem, words));
  }
}

async function look(order) {
  for (let looks = 1; ; looks += 1) {
    const state = await readOrder(order).catch((problem) => {
      // A network that is away for a moment is no reason to give up.
      if (problem.code !== "offline" || looks >= mostLooks) throw problem;
      return { status: "PENDING", paymentStatus: "PENDING" };
    });
    const isOver = state.status !== "PENDING";
    if (isOver) closeOrder(order, state);
    showState(state, isOver || looks >= mostLooks);
    if (isOver || looks >= mostLooks) return;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

/** An order that is over is not asked for again, and the next attempt gets a key of its own. */
function closeOrder(order, { status }) {
  const wasOver = recall("order")?.isOver;
  remember("order", { ...order, isOver: true });
  remember("attempt", null);
  if (status !== "CANCELLED" && !wasOver) emptyBasket();
}

function showState({ status, paymentStatus }, isLast) {
  const [kind, title, text] = wordsFor(status, paymentStatus, isLast);
  document.title = [title, find("wordmark").textContent].filter(Boolean).join(" – ");
  find("order").dataset.kind = kind;
  say("order-title", title);
  say("order-text", text);
}

function wordsFor(status, paymentStatus, isLast) {
  if (status === "PAID" || status === "FULFILLED") return ["good", words.orderPaid, words.orderPaidText];
  if (status.endsWith("REFUNDED")) return ["bad", words.orderRefunded, words.orderRefundedText];
  if (status === "CANCELLED") return ["bad", words.orderCancelled, words.orderCancelledText];
  if (isLast) return ["bad", words.orderLate, words.orderLateText];
  return ["waiting", words.orderTitle, paymentStatus === "PROCESSING" ? words.orderBank : words.orderText];
}
