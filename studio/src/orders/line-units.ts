import type { OrderDetails } from "@vitrine/client/admin";

type Line = OrderDetails["lines"][number];

/** The units of a line that are still to be sent. */
export const unitsToSend = ({ quantity, fulfilled, removed }: Pick<Line, "quantity" | "fulfilled" | "removed">) =>
  Math.max(0, quantity - fulfilled - removed);

/** The units of a line that no refund by line has returned. */
export const unitsToRefund = ({ quantity, refunded }: Pick<Line, "quantity" | "refunded">) => Math.max(0, quantity - refunded);

/** The chosen units by line, without those of which there are none. */
export const chosenUnits = (units: Readonly<Record<string, number>>) =>
  Object.entries(units).flatMap(([id, quantity]) => (quantity > 0 ? [{ id, quantity }] : []));
