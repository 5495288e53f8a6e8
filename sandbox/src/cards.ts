/** The result of charging a payment method. */
type Outcome = "succeeds" | "declined" | "needs-step" | "pays-later" | "fails-later" | "is-disputed" | "refund-fails";

export interface Card {
  outcome: Outcome;
  number: string;
  /** The API's payment method for this card. */
  method: string;
  bank: boolean;
  title: string;
  explanation: string;
}

export const cards: readonly Card[] = [
  {
    outcome: "succeeds",
    number: "4242 4242 4242 4242",
    method: "pm_card_visa",
    bank: false,
    title: "Card that succeeds",
    explanation: "The payment goes through at once.",
  },
  {
    outcome: "declined",
    number: "4000 0000 0000 0002",
    method: "pm_card_visa_chargeDeclined",
    bank: false,
    title: "Card that is declined",
    explanation: "The bank says no. Another card can be tried.",
  },
  {
    outcome: "needs-step",
    number: "4000 0027 6000 3184",
    method: "pm_card_threeDSecure2Required",
    bank: false,
    title: "Card that asks for a second step",
    explanation: "The bank wants to know first that it is you.",
  },
  {
    outcome: "is-disputed",
    number: "4000 0000 0000 0259",
    method: "pm_card_createDispute",
    bank: false,
    title: "Card whose owner disputes the payment",
    explanation: "The payment goes through, and the bank asks for the money.",
  },
  {
    outcome: "refund-fails",
    number: "4000 0000 0000 5126",
    method: "pm_card_refundFail",
    bank: false,
    title: "Card that takes no refund",
    explanation: "The payment goes through. The bank sends each refund back later.",
  },
  {
    outcome: "pays-later",
    number: "DE89 3704 0044 0532 0130 00",
    method: "pm_bank_succeedsLater",
    bank: true,
    title: "Bank debit that succeeds later",
    explanation: "The order is placed now, and the money arrives when the bank answers.",
  },
  {
    outcome: "fails-later",
    number: "DE62 3704 0044 0532 0130 01",
    method: "pm_bank_failsLater",
    bank: true,
    title: "Bank debit that fails later",
    explanation: "The order is placed now, and the bank refuses when it answers.",
  },
];

/** By outcome, by number with or without spaces, or by the name of the payment method. */
export function findCard(name: string): Card | undefined {
  const bare = name.replaceAll(/\s/g, "");
  return cards.find((card) => card.outcome === name || card.method === name || card.number.replaceAll(" ", "") === bare);
}

/** The card of a stored payment method. */
export function cardOf(outcome: string): Card {
  return cards.find((card) => card.outcome === outcome) ?? (cards[0] as Card);
}
