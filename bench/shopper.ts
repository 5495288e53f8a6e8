import { shopping, type Shopping } from "./shopping.ts";
import { runCheckouts, type CheckoutTask } from "./checkout-client.ts";
import { serveTasks } from "./worker.ts";

/** The clients of a shop. */
serveTasks((setup: Shopping) => {
  const shopper = shopping(setup);
  return (task: CheckoutTask) => runCheckouts(shopper, task);
});
