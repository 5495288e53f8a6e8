import { describe, expect, test } from "vitest";
import { isTrackingLink, noShipment, pastedNumbers, repeatedNumbers, shipmentOf } from "./shipments.ts";

const slips = [1001, 1002, 1003].map((number) => ({ id: `id-${number}`, number, revision: 4 }));
const pasted = (text: string, start = 0) => {
  const result = pastedNumbers(text, slips, start);
  return result && [Object.fromEntries(result.numbers), result.left];
};

describe("a pasted column", () => {
  test("fills the rows from the field on, and counts the lines that are too many", () => {
    expect(pasted("A\nB\nC\n")).toEqual([{ "id-1001": "A", "id-1002": "B", "id-1003": "C" }, 0]);
    expect(pasted("A\r\nB\r\nC", 1)).toEqual([{ "id-1002": "A", "id-1003": "B" }, 1]);
  });

  test("leaves the row of an empty cell as it is", () => {
    expect(pasted("A\n\nC")).toEqual([{ "id-1001": "A", "id-1003": "C" }, 0]);
  });

  test("goes to the orders that stand beside the numbers, in any order and with a heading", () => {
    const text = "Order\tCarrier\tTracking\n#1003\tDHL\tC\n1001\tDHL\tA\n7777\tDHL\tX";
    expect(pasted(text)).toEqual([{ "id-1003": "C", "id-1001": "A" }, 2]);
  });

  test("of one line is text like any other", () => {
    expect([pasted("A"), pasted("A\n")]).toEqual([undefined, undefined]);
  });
});

test("a shipment has the carrier of all or its own, and the link with its number", () => {
  const common = { carrier: " DHL ", url: "https://dhl.example/?n={number}" };
  const [slip = { id: "", number: 0, revision: 0 }] = slips;
  expect(shipmentOf(slip, { ...noShipment, number: " A 1 " }, common)).toEqual({
    id: "id-1001",
    revision: 4,
    notify: true,
    tracking: { carrier: "DHL", number: "A 1", url: "https://dhl.example/?n=A%201" },
  });
  expect(shipmentOf(slip, { carrier: "UPS", number: "", notify: false }, common)).toMatchObject({
    notify: false,
    tracking: { carrier: "UPS" },
  });
  expect(shipmentOf(slip, noShipment, { carrier: "", url: common.url })).not.toHaveProperty("tracking");
});

test("a number that another order has already is named", () => {
  const fields = { "id-1001": "A", "id-1002": "", "id-1003": "A " };
  const repeated = repeatedNumbers(slips, (id) => ({ ...noShipment, number: fields[id as keyof typeof fields] }));
  expect([...repeated]).toEqual([["id-1003", 1001]]);
});

test("a link begins with http", () => {
  expect(["", " https://a.example ", "javascript:alert(1)", "https://"].map(isTrackingLink)).toEqual([true, true, false, false]);
});
