import { shopping, type Shopping } from "./shopping.ts";
import { runTill, type TillTask } from "./till.ts";
import { serveTasks } from "./worker.ts";

/** The clients of a shop. */
serveTasks((setup: Shopping) => {
  const shopper = shopping(setup);
  return (task: TillTask) => runTill(shopper, task);
});
