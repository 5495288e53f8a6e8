/** The state of an account form after the visitor sent it. */
export interface AccountState {
  /** Counts the attempts, so that the page notices each of them. */
  attempts: number;
  problem?: string;
  done?: string;
  /** The visitor's input, without passwords. */
  entered: Record<string, string>;
}

/** A server action of such a form; `locale` is bound by the page. */
export type AccountAction = (locale: string, last: AccountState, sent: FormData) => Promise<AccountState>;
