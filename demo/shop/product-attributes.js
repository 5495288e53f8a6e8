// A product's attributes are any JSON that the shop's people wrote. They are shown as names and values.

import { element } from "./elements.js";
import { words } from "./shop-language.js";

const units = {
  Kg: "kg",
  Cm: "cm",
  Mm: "mm",
  Metres: "m",
  Litres: "l",
  Watts: "W",
  Degrees: "°",
  Celsius: "°C",
  Weeks: "weeks",
  Days: "days",
};

/** The terms and values of a `dl`. Where a value has a part for each value of an option, the part of the chosen variant is shown. */
export function attributeElements(attributes, options) {
  return Object.entries(attributes).flatMap(([name, value]) => {
    const { title, unit } = readable(name);
    const text = textOf(ofVariant(value, options), unit);
    return text === "" ? [] : [element("div", {}, element("dt", {}, title), element("dd", {}, text))];
  });
}

/** "seatHeightCm" is Seat height, in cm. */
function readable(name) {
  const unit = Object.keys(units).find((each) => name.endsWith(each) && name !== each);
  const base = unit ? name.slice(0, -unit.length) : name;
  const title = base.replace(/(\p{Ll})(\p{Lu})/gu, (_, a, b) => `${a} ${b.toLowerCase()}`).replaceAll("_", " ");
  return { title: title.slice(0, 1).toUpperCase() + title.slice(1), unit: unit && units[unit] };
}

/** `{ "Oak": 58, "Ash": 44 }` beside an option that has these values. */
function ofVariant(value, options) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const chosen = Object.values(options).find((each) => Object.hasOwn(value, each));
  return chosen === undefined ? value : value[chosen];
}

function textOf(value, unit = "") {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (Array.isArray(value)) return value.map((each) => textOf(each, unit)).join(", ");
  if (typeof value !== "object") return unit ? `${value} ${unit}` : String(value);
  const parts = Object.entries(value).map(([name, part]) => {
    const { title, unit: own } = readable(name);
    return `${title.toLowerCase()} ${textOf(part, own ?? unit)}`;
  });
  return parts.join(", ");
}
