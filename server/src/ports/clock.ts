/** Where time comes from. Tests stand it still; nothing else in the server asks the machine. */
export interface Clock {
  now(): Date;
  /** Milliseconds that only ever grow, whatever is done to the machine's date. For ages and rates. */
  monotonicMs(): number;
}
