import { cards } from "../cards.ts";
import { formatAmount } from "../currencies.ts";
import type { Answer } from "../http.ts";
import type { Bill } from "../payer.ts";
import { mostBankSeconds, usualBankSeconds } from "../payments.ts";
import { html, page, type Html } from "./html.ts";

/** The payer's entries, and the mistakes in them. */
export interface Entered {
  card: string;
  email: string;
  /** The members of an address, by name. */
  address: Readonly<Record<string, string>>;
  missing: "email" | "address" | null;
  bankSeconds: number;
}

export const untouched: Entered = { card: "", email: "", address: {}, missing: null, bankSeconds: usualBankSeconds };

/** The page on which a session or an intent is paid. */
export function checkoutPage(bill: Bill, action: string, entered: Entered): Answer {
  const { amount, currency, name } = factsOf(bill);
  const total = formatAmount(amount, currency);
  const declined = entered.missing !== null ? null : (bill.intent?.error?.message ?? null);
  const failed = entered.missing !== null || declined !== null;
  const status = entered.missing !== null ? 422 : declined !== null && entered.card !== "" ? 402 : 200;
  const content = html`<div class="checkout">
    <section class="summary" aria-labelledby="shop">
      <h1 id="shop">Pay ${name}</h1>
      <p class="total">${total}</p>
      ${itemsOf(bill, total)}
    </section>
    <form class="sheet" method="post" action="${action}" novalidate>
      ${entered.missing === "address" && alert("Your address is incomplete", html`<a href="#name">Enter the address</a>`)}
      ${entered.missing === "email" && alert("Your e-mail address is missing or incomplete", html`<a href="#email">Enter an e-mail address</a>`)}
      ${declined !== null && alert(declined, "Nothing was charged. Choose another card and try again.")}
      ${bill.session && emailField(bill.session.customerEmail, entered)}
      ${bill.session?.shippingCountries && addressFields(bill.session.shippingCountries, entered)} ${cardField(entered)}
      <button class="button" type="submit">Pay ${total}</button>
      ${bill.session?.cancelUrl && html`<p class="back"><a href="${bill.session.cancelUrl}">Cancel and go back</a></p>`}
    </form>
  </div>`;
  return page(status, `${failed ? "Error: " : ""}Pay ${name} ${total}`, content);
}

/** The bank's question for a card that asks for a second step. */
export function stepPage(bill: Bill, action: string): Answer {
  const { amount, currency, name } = factsOf(bill);
  return page(
    200,
    "Your bank asks: is it you?",
    html`<div class="sheet narrow">
      <h1>Your bank asks: is it you?</h1>
      <p>Somebody wants to pay <strong>${formatAmount(amount, currency)}</strong> to ${name} with your card that ends in 3184.</p>
      <p class="soft">A real bank would ask for a code or a fingerprint. Here a button is enough.</p>
      <form class="buttons" method="post" action="${action}">
        <button class="button" name="step" value="approve">Yes, approve the payment</button>
        <button class="button plain" name="step" value="refuse">No, refuse it</button>
      </form>
    </div>`,
  );
}

/** The page for a payment that needs no further action. */
export function resultPage(status: number, title: string, text: string, link?: { to: string; name: string }): Answer {
  return page(
    status,
    title,
    html`<div class="sheet narrow">
      <h1>${title}</h1>
      <p>${text}</p>
      ${link && html`<p><a class="button" href="${link.to}">${link.name}</a></p>`}
    </div>`,
  );
}

function factsOf({ session, intent }: Bill): { amount: number; currency: string; name: string } {
  if (session) return { amount: session.amount, currency: session.currency, name: session.shop ?? new URL(session.successUrl).host };
  return { amount: intent?.amount ?? 0, currency: intent?.currency ?? "eur", name: intent?.description ?? "a payment" };
}

function itemsOf({ session }: Bill, total: string): Html | null {
  if (!session) return null;
  const price = (amount: number) => formatAmount(amount, session.currency);
  return html`<ul class="items">
    ${session.items.map(
      ({ name, description, unitAmount, quantity }) =>
        html`<li>
          <div>
            <p class="name">${name}</p>
            ${description !== null && html`<p class="soft">${description}</p>`}
            <p class="soft">${quantity > 1 ? `${quantity} × ${price(unitAmount)}` : "Quantity 1"}</p>
          </div>
          <p class="sum">${price(unitAmount * quantity)}</p>
        </li>`,
    )}
    <li class="all">
      <p>Total</p>
      <p class="sum">${total}</p>
    </li>
  </ul>`;
}

function alert(first: string, second: Html | string): Html {
  return html`<div class="alert" role="alert" tabindex="-1" autofocus>
    <p class="first">${first}</p>
    <p>${second}</p>
  </div>`;
}

const countryNames = new Intl.DisplayNames(["en"], { type: "region" });

function addressFields(countries: readonly string[], { address, missing }: Entered): Html {
  const field = (name: string, label: string, autocomplete: string, isRequired = true) =>
    html`<div>
      <label for="${name}">${label}</label>
      <input
        id="${name}"
        name="${name}"
        autocomplete="shipping ${autocomplete}"
        value="${address[name] ?? ""}"
        ${isRequired && html`required`}
        ${missing === "address" && isRequired && !address[name]?.trim() && html`aria-invalid="true"`}
      />
    </div>`;
  const chosen = address.country ?? countries[0];
  return html`<fieldset>
    <legend>Address for the parcel and the bill</legend>
    ${field("name", "Full name", "name")} ${field("line1", "Street and number", "address-line1")}
    ${field("line2", "More of the address (optional)", "address-line2", false)}
    ${field("postal_code", "Postal code (optional)", "postal-code", false)} ${field("city", "City", "address-level2")}
    ${field("state", "State or region (optional)", "address-level1", false)}
    <div>
      <label for="country">Country</label>
      <select id="country" name="country" autocomplete="shipping country">
        ${countries.map((country) => html`<option value="${country}" ${country === chosen && html`selected`}>${countryNames.of(country) ?? country}</option>`)}
      </select>
    </div>
  </fieldset>`;
}

function emailField(shopEmail: string | null, { email, missing }: Entered): Html {
  const emailMissing = missing === "email";
  return html`<div>
    <label for="email">E-mail</label>
    ${
      emailMissing
        ? html`<p class="wrong" id="email-hint">Enter an e-mail address, such as name@example.com</p>`
        : html`<p class="hint" id="email-hint">
            ${shopEmail === null ? "The receipt would go there. No mail is sent." : "As the shop gave it."}
          </p>`
    }
    <input
      id="email"
      name="email"
      type="email"
      autocomplete="email"
      required
      value="${shopEmail ?? email}"
      aria-describedby="email-hint"
      ${emailMissing && html`aria-invalid="true"`}
      ${shopEmail !== null && html`readonly`}
    />
  </div>`;
}

function cardField({ card: chosen, bankSeconds }: Entered): Html {
  const selected = cards.find(({ outcome }) => outcome === chosen) ?? cards[0];
  return html`<fieldset>
    <legend>Test card</legend>
    <p class="hint">Each of them ends differently.</p>
    <div class="cards">
      ${cards.map(
        (card) =>
          html`<label class="card">
            <input type="radio" name="card" value="${card.outcome}" ${card === selected && html`checked`} />
            <span>
              <span class="title">${card.title}</span>
              <span class="number">${card.number}</span>
              <span class="soft">${card.explanation}</span>
            </span>
          </label>`,
      )}
    </div>
    <div class="bank">
      <label for="bank-seconds">Seconds until the bank answers</label>
      <p class="hint" id="bank-hint">A real bank takes days: 86400 seconds are one day. At most 14 days.</p>
      <input
        id="bank-seconds"
        name="bankSeconds"
        type="number"
        min="0"
        max="${mostBankSeconds}"
        value="${bankSeconds}"
        aria-describedby="bank-hint"
      />
    </div>
  </fieldset>`;
}
