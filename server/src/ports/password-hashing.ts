/** Slow one-way functions for passwords. Both take tens of milliseconds of a processor, elsewhere than on the event loop. */
export interface PasswordHashing {
  hash(password: string): Promise<string>;
  /** Whether the password matches the hash. For null, when there is none, false after the same time. */
  verify(hash: string | null, password: string): Promise<boolean>;
}
