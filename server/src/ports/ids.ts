/** The source of identifiers. */
export interface Ids {
  /** A UUIDv7: sorts by creation time. For ids that are not secret. */
  next(): string;
  /** A UUIDv4: 122 random bits, for ids that work as secrets. */
  secret(): string;
}
