import { AsyncLocalStorage } from "node:async_hooks";

const inTransaction = new AsyncLocalStorage<true>();

/**
 * Using a database's outer handle inside its own transaction would wait for ever on the embedded database and
 * escape the transaction on a server: both are mistakes in our code, told apart from nothing else by their symptoms.
 */
export const transactionGuard = {
  run: <T>(work: () => Promise<T>): Promise<T> => inTransaction.run(true, work),
  refuseOuterHandle(): void {
    if (inTransaction.getStore()) throw new Error("Inside begin(tx => …) use tx: the outer handle is not part of the transaction.");
  },
};
