/** The source of time. Tests stop it; nothing else in the server reads the machine's clock. */
export interface Clock {
  now(): Date;
  /** Milliseconds that only grow, even if the machine's date changes. For ages and rates. */
  monotonicMs(): number;
}
