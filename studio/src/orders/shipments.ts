import type { BulkOrdersInput, PackingSlip } from "@vitrine/client/admin";

/** What somebody typed beside an order. */
export interface ShipmentFields {
  /** Empty: that of all parcels. */
  carrier: string;
  number: string;
  notify: boolean;
}

/** What is the same for all parcels. `{number}` in the link stands for the tracking number. */
export interface CommonFields {
  carrier: string;
  url: string;
}

type Slip = Pick<PackingSlip, "id" | "number" | "revision">;
type Item = BulkOrdersInput["items"][number];

export const noShipment: ShipmentFields = { carrier: "", number: "", notify: true };

/** Whether a text can be a link to follow a parcel, or is empty. */
export function isTrackingLink(text: string): boolean {
  const address = text.trim();
  return address === "" || (/^https?:\/\//i.test(address) && URL.canParse(address));
}

/** The order as the API takes it, with what was typed for it. */
export function shipmentOf({ id, revision }: Slip, { carrier, number, notify }: ShipmentFields, common: CommonFields): Item {
  const chosen = { carrier: carrier.trim() || common.carrier.trim(), number: number.trim(), url: linkOf(common.url.trim(), number.trim()) };
  const entered = Object.entries(chosen).filter(([, value]) => value !== "");
  return { id, revision, notify, ...(entered.length > 0 && { tracking: Object.fromEntries(entered) }) };
}

/** A link with a place for the number is of no use without one. */
function linkOf(url: string, number: string): string {
  if (!url.includes("{number}")) return url;
  return number === "" ? "" : url.replaceAll("{number}", encodeURIComponent(number));
}

/** Of each order whose number another one before it has: the number of that order. */
export function repeatedNumbers(slips: readonly Slip[], fieldsOf: (id: string) => ShipmentFields): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  const repeated = new Map<string, number>();
  for (const { id, number: order } of slips) {
    const tracking = fieldsOf(id).number.trim();
    if (tracking === "") continue;
    const earlier = first.get(tracking);
    if (earlier === undefined) first.set(tracking, order);
    else repeated.set(id, earlier);
  }
  return repeated;
}

/**
 * The tracking numbers in cells that somebody copied from a spreadsheet, by the id of the order: line by line from the order at `start` on; or, where
 * each line names an order beside its tracking number, of that order. `left` counts the lines that no order belongs to. Undefined: it is one line of text.
 */
export function pastedNumbers(
  text: string,
  slips: readonly Slip[],
  start: number,
): { numbers: ReadonlyMap<string, string>; left: number } | undefined {
  const lines = text
    .replace(/\r\n?/g, "\n")
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t").map((cell) => cell.trim()));
  if (lines.length < 2) return undefined;
  const named = lines.map((cells) => namedOrder(cells, slips));
  const filled = lines.filter((cells) => cells.some((cell) => cell !== ""));
  // A heading names no order.
  const isByOrder = named.filter((each) => each !== undefined).length * 2 >= filled.length;
  const targets = isByOrder
    ? named
    : lines.map((cells, index) => ({ id: slips[start + index]?.id, number: cells.findLast((cell) => cell !== "") ?? "" }));
  const numbers = new Map<string, string>();
  let left = 0;
  for (const [index, target] of targets.entries()) {
    if (target?.id !== undefined && target.number !== "") numbers.set(target.id, target.number);
    else if (target?.id === undefined && filled.includes(lines[index] ?? [])) left += 1;
  }
  return { numbers, left };
}

function namedOrder(cells: readonly string[], slips: readonly Slip[]): { id: string; number: string } | undefined {
  if (cells.length < 2) return undefined;
  const place = cells.findIndex((cell) => slips.some(({ number }) => cell.replace(/^#/, "") === String(number)));
  const slip = slips.find(({ number }) => cells[place]?.replace(/^#/, "") === String(number));
  return slip && { id: slip.id, number: cells.findLast((cell, index) => index !== place && cell !== "") ?? "" };
}
