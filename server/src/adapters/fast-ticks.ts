import { executionAsyncResource } from "node:async_hooks";

let tickObject: object | undefined;

/**
 * Keeps `process.nextTick` fast for as long as the process runs. Node makes an object for each tick, by a literal with computed names. When a full garbage
 * collection comes while there is none, as in every quiet minute, V8 forgets the form of these objects, and makes each later one by a call into its
 * runtime: a tick takes four times as long from then on (decision 0052). One object that stays keeps the form. Resolves with it.
 */
export function keepTicksFast(): Promise<object> {
  return new Promise((resolve) => {
    process.nextTick(() => {
      // Inside of a tick it is Node's object of this tick. A hook would see it as well, but makes every promise slower from then on.
      tickObject ??= executionAsyncResource();
      resolve(tickObject);
    });
  });
}
