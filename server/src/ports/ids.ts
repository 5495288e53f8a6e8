/** Where identifiers come from. */
export interface Ids {
  /** A UUIDv7: sorts by time of making. For everything whose id is no secret. */
  next(): string;
  /** A UUIDv4: 122 random bits, for ids that work as secrets. */
  secret(): string;
}
