// A product's attributes are any JSON that the shop's people wrote. They are shown as names and values.

import { element } from "./elements.js";
import { isTranslated, langOf, language, messages } from "./language.js";

const units = {
  Kg: "kg",
  Cm: "cm",
  Mm: "mm",
  Metres: "m",
  Litres: "l",
  Watts: "W",
  Degrees: "°",
  Celsius: "°C",
  Weeks: () => messages.weeks,
  Days: () => messages.days,
  Minutes: "min",
};

/** The terms and values of a `dl`. Where a value has a part for each value of an option, the part of the chosen variant is shown. */
export function attributeElements(product, options) {
  // Of a product that is not translated the names are in the language of its values.
  const names = isTranslated(product) ? messages.attributes : undefined;
  return Object.entries(product.attributes).flatMap(([name, value]) => {
    const { title, unit, isWord } = readable(name, names);
    const text = textOf(ofVariant(value, options), { unit, names });
    const lang = names && !isWord ? langOf() : undefined;
    return text === "" ? [] : [element("div", {}, element("dt", { lang }, title), element("dd", {}, text))];
  });
}

/** "seatHeightCm" is Seat height, in cm; or what the language of the page has for it. */
function readable(name, names = {}) {
  const unit = Object.keys(units).find((each) => name.endsWith(each) && name !== each);
  const base = unit ? name.slice(0, -unit.length) : name;
  const title = base.replace(/(\p{Ll})(\p{Lu})/gu, (_, a, b) => `${a} ${b.toLowerCase()}`).replaceAll("_", " ");
  const isWord = Object.hasOwn(names, name);
  const text = isWord ? names[name] : title;
  return {
    title: text.slice(0, 1).toUpperCase() + text.slice(1),
    within: isWord ? text : text.toLowerCase(),
    unit: typeof units[unit] === "function" ? units[unit]() : units[unit],
    isWord,
  };
}

/** `{ "Oak": 58, "Ash": 44 }` beside an option that has these values. */
function ofVariant(value, options) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const chosen = Object.values(options).find((each) => Object.hasOwn(value, each));
  return chosen === undefined ? value : value[chosen];
}

function textOf(value, { unit = "", names } = {}) {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "boolean") return value ? messages.yes : messages.no;
  if (Array.isArray(value)) return value.map((each) => textOf(each, { unit, names })).join(", ");
  // 4,62 kg and 4.62 kg. Years have no groups of thousands.
  const shown = typeof value === "number" ? value.toLocaleString(language, { useGrouping: false }) : String(value);
  if (typeof value !== "object") return unit ? `${shown} ${unit}` : shown;
  const parts = Object.entries(value).map(([name, part]) => {
    const { within, unit: own } = readable(name, names);
    return `${within} ${textOf(part, { unit: own ?? unit, names })}`;
  });
  return parts.join(", ");
}
