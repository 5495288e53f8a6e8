import { masked } from "../accounts.ts";
import { formatAmount } from "../currencies.ts";
import type { Answer } from "../http.ts";
import type { Dispatch, Intent, Session, StoredEvent } from "../ledger.ts";
import type { World } from "../world.ts";
import { html, page, type Html } from "./html.ts";

const mostPayments = 20;
const mostEvents = 30;

/** For developers who use the sandbox: its purpose, and its latest events. */
export function overviewPage({ ledger, url }: World, base: string): Answer {
  const payments = [...latest(ledger.sessions, () => true), ...latest(ledger.intents, ({ session }) => session === null)]
    .sort((one, other) => other.created - one.created)
    .slice(0, mostPayments);
  const events = latest(ledger.events, () => true).slice(0, mostEvents);
  return page(
    200,
    "Sandbox payment processor",
    html`<div class="overview">
      <header>
        <h1>Sandbox payment processor</h1>
        <p>
          It answers the part of Stripe’s API that a shop needs, at <code>${url}/v1</code>, and shows the checkout page. Any key of the form
          <code>sk_test_…</code> is an account of its own. Cards are test cards, and no money moves.
        </p>
      </header>
      <section>
        <h2>Latest payments</h2>
        <div class="table">
          ${tableOf(
            ["Made", "Payment", "Amount", "State", "Account"],
            payments.map((payment) => paymentRow(payment, base)),
            "No payments yet.",
          )}
        </div>
      </section>
      <section>
        <h2>Latest events</h2>
        <div class="table">
          ${tableOf(
            ["Made", "Event", "Delivery", "Account"],
            events.map((event) => eventRow(event, ledger.dispatches.get(event.id))),
            "No events yet.",
          )}
        </div>
      </section>
    </div>`,
  );
}

/** The last ones, newest first, without a copy: a ledger may be long. */
function latest<T>(all: ReadonlyMap<string, T>, isWanted: (item: T) => boolean): T[] {
  const last: T[] = [];
  for (const item of all.values()) {
    if (!isWanted(item)) continue;
    last.push(item);
    if (last.length > 2 * mostEvents) last.splice(0, mostEvents);
  }
  return last.reverse();
}

function paymentRow(payment: Session | Intent, base: string): Html {
  const isSession = "items" in payment;
  const name = isSession ? payment.items.map((item) => item.name).join(", ") : (payment.description ?? "Payment intent");
  const path = isSession ? `${base}/c/pay/${payment.id}` : `${base}/confirm?client_secret=${payment.secret}`;
  const isOpen = payment.status === "open" || payment.status === "requires_payment_method" || payment.status === "requires_action";
  const isPaid = isSession ? payment.paid : payment.status === "succeeded";
  const state = isSession && payment.status === "complete" ? (payment.paid ? "paid" : "not paid") : payment.status.replaceAll("_", " ");
  return html`<tr>
    <td class="time">${timeText(payment.created)}</td>
    <th scope="row">${isOpen ? html`<a href="${path}">${name}</a>` : name}</th>
    <td class="amount">${formatAmount(payment.amount, payment.currency)}</td>
    <td class="${isPaid ? "good" : "state"}">${state}</td>
    <td class="account"><code>${masked(payment.account)}</code></td>
  </tr>`;
}

function eventRow(event: StoredEvent, dispatch: Dispatch | undefined): Html {
  const isDelivered = dispatch?.targets?.length && dispatch.targets.every(({ state }) => state === "delivered");
  return html`<tr>
    <td class="time">${timeText(event.created)}</td>
    <th scope="row"><code>${event.type}</code></th>
    <td class="${isDelivered ? "good" : "state"}">${deliveryText(dispatch)}</td>
    <td class="account"><code>${masked(event.account)}</code></td>
  </tr>`;
}

function deliveryText(dispatch: Dispatch | undefined): string {
  if (!dispatch?.targets) return dispatch?.state === "held" || dispatch?.state === "dropped" ? dispatch.state : "waiting";
  if (dispatch.targets.length === 0) return "no endpoint";
  const texts = dispatch.targets.map(({ state, attempts, status }) => {
    if (state === "delivered") return "delivered";
    const answer = attempts === 0 ? "" : `, ${attempts} tries, ${status ? `answered ${status}` : "no answer"}`;
    return `${state}${answer}`;
  });
  return texts.join("; ");
}

function tableOf(names: string[], rows: Html[], none: string): Html {
  if (rows.length === 0) return html`<p class="empty">${none}</p>`;
  return html`<table>
    <thead>
      <tr>
        ${names.map((name) => html`<th scope="col">${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

/** `2026-11-20 09:30:00`, in UTC. */
function timeText(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, 19).replace("T", " ");
}
