// A storefront in one file, to read and to copy: products, a basket, a payment, and what became of it.
// It uses Vitrine's public API and nothing else. Each request that it makes is described at /docs.

/** Vitrine's address. Here it is the server of this script; in a shop of yours, say, https://vitrine.example/api/v1/shop. */
const api = new URL("../api/v1/shop", import.meta.url).href;

/** Says whose shop this is. It is public: it opens nothing that is not for every visitor. */
const apiKey = "pk_FjordAndFormDemoKey0000000000000";

/** This page, without what stands behind the `?`. */
const here = location.origin + location.pathname;

const find = (id) => document.getElementById(id);
const show = (element, shown = true) => element.toggleAttribute("hidden", !shown);

// ---- The API ----

/** What the API answers instead of data: `code` is for programs and never changes, `title` and `detail` are for people. */
class Problem extends Error {
  constructor(body) {
    super(body.detail ?? body.title);
    Object.assign(this, body);
  }
}

/** The `data` of an answer. Throws a Problem. */
async function call(path, { headers, ...init } = {}) {
  const response = await fetch(api + path, { ...init, headers: { "x-api-key": apiKey, ...headers } }).catch(() => {
    throw new Problem({ code: "offline", title: "The server does not answer. Try again: an order is never made twice." });
  });
  const body = await response.json().catch(() => ({ title: `The server answered ${response.status}.` }));
  if (!response.ok) throw new Problem(body);
  return body.data;
}

const post = (path, body, headers) => call(path, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });

// ---- Money ----

const wholeCurrencies = "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" ");
const thousandthCurrencies = "bhd iqd jod kwd lyd omr tnd".split(" ");

/**
 * Amounts are whole numbers of minor units: 39000 of eur is €390.00, 39000 of jpy is ¥39,000. Intl alone would not do: it writes
 * some currencies as price tags have them, without the cents that are paid.
 */
function money(amount, currency) {
  const digits = wholeCurrencies.includes(currency) ? 0 : thousandthCurrencies.includes(currency) ? 3 : 2;
  const exactly = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat("en", { style: "currency", currency, ...exactly }).format(amount / 10 ** digits);
}

// ---- What this tab remembers, also while the visitor is on the payment page ----

const recall = (name) => JSON.parse(sessionStorage.getItem(name) ?? "null");
const remember = (name, value) => sessionStorage.setItem(name, JSON.stringify(value));

/** `[{ variantId, quantity }]`, as the API takes it. No prices: those that count are the server's. */
let basket = recall("basket") ?? [];

// ---- Products ----

/** By the id of a variant: what a line of the basket shows. */
const variants = new Map();

async function loadProducts() {
  // A hundred at a time. A larger shop asks on, with page=2, until it has `total` of them.
  const products = await call("/products?sort=createdAt&pageSize=100");
  for (const product of products) for (const variant of product.variants) variants.set(variant.id, { product, variant });
  const groups = new Map();
  for (const product of products) {
    const title = product.category?.title ?? "More";
    groups.set(title, [...(groups.get(title) ?? []), product]);
  }
  for (const [title, members] of groups) find("basket-link").before(groupElement(title, members));
}

function groupElement(title, products) {
  const group = clone("group-template");
  group.id = `category-${products[0].category?.slug ?? "none"}`;
  group.querySelector("h2").textContent = title;
  group.querySelector("ul").append(...products.map(productElement));
  const link = document.createElement("a");
  link.href = `#${group.id}`;
  link.textContent = title;
  find("categories").append(link);
  return group;
}

function productElement(product) {
  const element = clone("product-template");
  const [picture, price, before] = [element.querySelector("img"), element.querySelector(".price span"), element.querySelector(".price s")];
  const [choice, button] = [element.querySelector("select"), element.querySelector("button")];
  showPicture(picture, product);
  element.querySelector("h3").textContent = product.title;

  for (const { id, title, available } of product.variants) {
    const option = new Option(available ? title : `${title} – sold out`, id);
    option.disabled = !available;
    choice.append(option);
  }
  const first = product.variants.find(({ available }) => available);
  if (first) choice.value = first.id;
  choice.setAttribute("aria-label", `${product.options.map(({ name }) => name).join(", ") || "Variant"} of ${product.title}`);
  show(choice, first !== undefined && product.variants.length > 1);
  element.classList.toggle("sold-out", !first);
  button.disabled = !first;

  const update = () => {
    const variant = (variants.get(choice.value) ?? { variant: product.variants[0] }).variant;
    price.textContent = money(variant.price, product.currency);
    show(before, variant.compareAtPrice !== null);
    if (variant.compareAtPrice !== null) before.textContent = money(variant.compareAtPrice, product.currency);
    const { quantity } = basket.find(({ variantId }) => variantId === variant.id) ?? {};
    button.textContent = !first ? "Sold out" : quantity ? `Add another (${quantity})` : "Add to basket";
    button.setAttribute("aria-label", `${button.textContent}: ${product.title}`);
  };
  choice.addEventListener("change", update);
  document.addEventListener("basket", update);
  button.addEventListener("click", () => {
    const { quantity = 0 } = basket.find(({ variantId }) => variantId === choice.value) ?? {};
    setQuantity(choice.value, Math.min(quantity + 1, 999));
    say(`${nameOf(choice.value)} is in the basket.`);
  });
  update();
  return element;
}

// ---- The basket ----

/** 0 removes it. */
function setQuantity(variantId, quantity) {
  const line = basket.find((item) => item.variantId === variantId);
  if (line) line.quantity = quantity;
  else basket.push({ variantId, quantity });
  basket = basket.filter((item) => item.quantity > 0);
  remember("basket", basket);
  for (const id of ["checkout-problem", "basket-note"]) show(find(id), false);
  showBasket();
}

function showBasket() {
  // Lines are kept and changed, not made anew: whoever is typing in one stays there.
  const lines = new Map([...find("lines").children].map((line) => [line.dataset.variantId, line]));
  for (const [variantId, line] of lines) if (!basket.some((item) => item.variantId === variantId)) line.remove();
  for (const { variantId, quantity } of basket) {
    const { product, variant } = variants.get(variantId);
    let line = lines.get(variantId);
    if (!line) find("lines").append((line = lineElement(variantId)));
    line.querySelector("input").value = quantity;
    line.querySelector(".sum").textContent = money(quantity * variant.price, product.currency);
  }
  const count = basket.reduce((sum, { quantity }) => sum + quantity, 0);
  const total = basket.reduce((sum, { variantId, quantity }) => sum + quantity * variants.get(variantId).variant.price, 0);
  const totalText = count === 0 ? "" : money(total, variants.get(basket[0].variantId).product.currency);
  find("total").textContent = totalText;
  find("pay").textContent = `Pay ${totalText}`;
  find("basket-link").textContent = `Basket: ${count} ${count === 1 ? "piece" : "pieces"}, ${totalText}`;
  show(find("basket-empty"), count === 0);
  for (const id of ["checkout", "basket-link"]) show(find(id), count > 0);
  document.dispatchEvent(new Event("basket"));
}

function lineElement(variantId) {
  const { product, variant } = variants.get(variantId);
  const line = clone("line-template");
  const [input, remove] = [line.querySelector("input"), line.querySelector("button")];
  line.dataset.variantId = variantId;
  showPicture(line.querySelector("img"), product, ""); // The title stands beside it.
  line.querySelector(".title").textContent = product.title;
  line.querySelector(".small").textContent = variant.title === product.title ? "" : variant.title;
  input.setAttribute("aria-label", `Quantity of ${nameOf(variantId)}`);
  input.addEventListener("change", () => {
    if (!input.reportValidity()) return;
    setQuantity(variantId, input.valueAsNumber);
    say(`${input.value} of ${nameOf(variantId)}, ${find("total").textContent} in all.`);
  });
  remove.setAttribute("aria-label", `Remove ${nameOf(variantId)}`);
  remove.addEventListener("click", () => {
    setQuantity(variantId, 0);
    say(`${nameOf(variantId)} was removed.`);
    find("basket-title").focus(); // The button is gone, and the keyboard must be somewhere.
  });
  return line;
}

// ---- Paying ----

let isPaying = false;

async function pay() {
  if (isPaying) return;
  setPaying(true);
  const email = find("email").value.trim();
  const body = JSON.stringify({
    items: basket,
    ...(email && { customerEmail: email }),
    successUrl: `${here}?paid`,
    cancelUrl: here,
  });
  // One key for one attempt at one basket. Sent again with the same key (after a failure, or when the visitor comes back from the
  // payment page and pays after all) the request gets the same order, not another one.
  // Browsers have randomUUID on https and on localhost.
  const earlier = recall("attempt");
  const attempt = earlier?.body === body ? earlier : { key: crypto.randomUUID(), body };
  remember("attempt", attempt);
  try {
    const { orderId, checkoutUrl } = await post("/checkout/session", body, { "idempotency-key": attempt.key });
    // Only this answer knows the order's id: it is kept here for the way back.
    remember("order", { id: orderId, email, isOver: false });
    location.assign(checkoutUrl);
  } catch (problem) {
    setPaying(false);
    showProblem("checkout-problem", problem);
  }
}

function setPaying(value) {
  isPaying = value;
  find("pay").setAttribute("aria-disabled", String(value));
  if (value) find("pay").textContent = "Opening the payment page…";
  else showBasket();
}

// ---- The way back ----

const readOrder = ({ id }) => call(`/checkout/order/${id}`);
const mostLooks = 60;

/** The processor tells the server, not this page, that it is paid. So this page asks until the server knows. */
async function followOrder(order) {
  find("order-id").textContent = order.id;
  show(find("order-mail"), Boolean(order.email));
  show(find("order"));
  for (let looks = 1; ; looks += 1) {
    const state = await readOrder(order).catch((problem) => {
      // A network that is away for a moment is no reason to give up.
      if (problem.code !== "offline" || looks >= mostLooks) throw problem;
      return { status: "PENDING", paymentStatus: "PENDING" };
    });
    const isOver = state.status !== "PENDING";
    if (isOver) closeOrder(order, state);
    showOrder(state, isOver || looks >= mostLooks);
    if (isOver || looks >= mostLooks) return;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

/** An order that is over is not asked for again, and the next attempt gets a key of its own. */
function closeOrder(order, { status }) {
  remember("order", { ...order, isOver: true });
  remember("attempt", null);
  if (status !== "CANCELLED" && !order.isOver) remember("basket", (basket = []));
}

function showOrder({ status, paymentStatus }, isLast) {
  const [kind, title, text] = wordsFor(status, paymentStatus, isLast);
  document.title = `${title} – Fjord & Form`;
  find("order").dataset.kind = kind;
  // Read aloud on each change, and so not touched without one.
  if (find("order-title").textContent !== title) find("order-title").textContent = title;
  if (find("order-text").textContent !== text) find("order-text").textContent = text;
  find("order-status").textContent = status;
  find("payment-status").textContent = paymentStatus;
}

function wordsFor(status, paymentStatus, isLast) {
  if (status === "PAID" || status === "FULFILLED") return ["good", "Paid. Thank you!", "Your order is with us. Nine people are pleased."];
  if (status.endsWith("REFUNDED")) return ["bad", "Paid back", "The money of this order was given back, all or a part of it."];
  if (status === "CANCELLED")
    return ["bad", "Not paid", "The payment failed or came too late, and the order was cancelled. Your basket is as it was."];
  if (isLast) return ["bad", "Not paid yet", "The payment has not arrived within a minute. Load this page again to look once more."];
  if (paymentStatus === "PROCESSING") return ["waiting", "Waiting for the payment…", "Your bank has the order and takes its time."];
  return ["waiting", "Waiting for the payment…", "This takes a second or two."];
}

// ---- What is shown and said ----

/** A refusal in the visitor's words where they can do something about it, else in the API's. */
function showProblem(id, problem) {
  const sayings = {
    out_of_stock: () =>
      problem.items.map(({ variantId, available }) => `${nameOf(variantId)}: ${available > 0 ? `only ${available} left.` : "none left."}`),
    variant_unavailable: () => ["Something in the basket is no longer sold. Load the page again."],
    payments_not_configured: () => ["This shop takes no payments yet. An older demo site? Start with a new DATA_DIR."],
  };
  find(id).textContent = sayings[problem.code]?.().join(" ") ?? problem.message;
  show(find(id));
}

function showPicture(element, { title, images: [image] }, alt = image?.alt ?? title) {
  if (!image) return element.remove();
  // The size first: the place is kept before the picture arrives.
  Object.assign(element, { width: image.width ?? 1200, height: image.height ?? 900, alt, src: image.url });
}

function nameOf(variantId) {
  const { product, variant } = variants.get(variantId);
  return variant.title === product.title ? product.title : `${product.title}, ${variant.title}`;
}

function say(text) {
  find("said").textContent = text;
}

function clone(templateId) {
  return find(templateId).content.firstElementChild.cloneNode(true);
}

// ---- Start ----

async function openShop(order) {
  show(find("shop"));
  find("checkout").addEventListener("submit", (event) => {
    event.preventDefault();
    void pay();
  });
  find("email").value = order?.email ?? "";
  try {
    await loadProducts();
  } catch (problem) {
    return showProblem("products-problem", problem);
  } finally {
    show(find("loading"), false);
  }
  basket = basket.filter(({ variantId }) => variants.has(variantId));
  showBasket();
  if (!order || order.isOver) return;
  // Back without a payment, or with one and by another way.
  const state = await readOrder(order).catch(() => undefined);
  if (state && state.status !== "PENDING") location.replace(`${here}?paid`);
  else if (basket.length > 0) {
    find("basket-note").textContent = "You have not paid yet. Your basket is as it was.";
    show(find("basket-note"));
  }
}

// Whoever goes back from the payment page may be shown this page as it was left, waiting for a page that has come already.
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

const order = recall("order");
if (order && new URLSearchParams(location.search).has("paid")) {
  followOrder(order).catch((problem) => {
    find("order").dataset.kind = "bad";
    find("order-title").textContent = "We could not ask for your order";
    find("order-text").textContent = problem.message;
  });
} else {
  void openShop(order);
}
