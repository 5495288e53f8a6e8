import fc from "fast-check";
import { expect, test } from "vitest";
import { paymentStatuses, type PaymentStatus } from "../../../ports/processor.ts";
import { standingAfter, type Standing } from "./payment-status.ts";

const at = (seconds: number) => new Date(seconds * 1_000);
const start: Standing = { status: "PENDING", statusAt: null, refunded: 0 };
const hearAll = (heard: readonly { status: PaymentStatus; at: Date; refunded: number }[]) => heard.reduce(standingAfter, start);

test.each<[PaymentStatus, number, PaymentStatus, number, PaymentStatus]>([
  ["PROCESSING", 10, "REQUIRES_ACTION", 11, "REQUIRES_ACTION"],
  ["PROCESSING", 11, "REQUIRES_ACTION", 10, "PROCESSING"],
  ["PROCESSING", 10, "REQUIRES_ACTION", 10, "PROCESSING"],
  ["REQUIRES_ACTION", 10, "PROCESSING", 10, "PROCESSING"],
  ["PROCESSING", 10, "FAILED", 10, "FAILED"],
  ["FAILED", 10, "PENDING", 11, "PENDING"],
  ["FAILED", 10, "CANCELLED", 5, "CANCELLED"],
  ["CANCELLED", 10, "FAILED", 20, "CANCELLED"],
  ["CANCELLED", 10, "SUCCEEDED", 5, "SUCCEEDED"],
  ["SUCCEEDED", 10, "CANCELLED", 20, "SUCCEEDED"],
  ["SUCCEEDED", 10, "FAILED", 20, "SUCCEEDED"],
  ["SUCCEEDED", 10, "PARTIALLY_REFUNDED", 5, "PARTIALLY_REFUNDED"],
  ["REFUNDED", 10, "PARTIALLY_REFUNDED", 20, "REFUNDED"],
  ["REFUNDED", 10, "SUCCEEDED", 20, "REFUNDED"],
])("%s of second %d, then %s of second %d, is %s", (first, firstAt, second, secondAt, end) => {
  const heard = [first, second].map((status, index) => ({ status, at: at(index === 0 ? firstAt : secondAt), refunded: 0 }));
  expect(hearAll(heard).status).toBe(end);
});

test("events in any order, and repeated, lead to the same status", () => {
  const event = fc.record({
    status: fc.constantFrom(...paymentStatuses),
    // Few seconds, so that many are the same, and parts of seconds, which do not count.
    at: fc.integer({ min: 0, max: 4_000 }).map((milliseconds) => new Date(milliseconds)),
    refunded: fc.nat(3),
  });
  fc.assert(
    fc.property(
      fc
        .array(event, { minLength: 1, maxLength: 8 })
        .chain((events) => fc.tuple(fc.constant(events), fc.shuffledSubarray([...events, ...events], { minLength: 2 * events.length }))),
      ([events, shuffled]) => {
        const [one, other] = [hearAll(events), hearAll(shuffled)];
        expect([other.status, other.refunded]).toEqual([one.status, one.refunded]);
      },
    ),
    { numRuns: 2_000 },
  );
});

test("a payment never moves back to an earlier status", () => {
  const ranks: Record<PaymentStatus, number> = {
    PENDING: 0,
    REQUIRES_ACTION: 0,
    PROCESSING: 0,
    FAILED: 0,
    CANCELLED: 1,
    SUCCEEDED: 2,
    PARTIALLY_REFUNDED: 3,
    REFUNDED: 4,
  };
  for (const from of paymentStatuses) {
    for (const to of paymentStatuses) {
      const after = standingAfter({ status: from, statusAt: at(5), refunded: 0 }, { status: to, at: at(9), refunded: 0 });
      expect(ranks[after.status]).toBe(Math.max(ranks[from], ranks[to]));
    }
  }
});
