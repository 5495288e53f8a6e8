import { bundleCommands } from "./features/bundle/index.ts";
import { customersCommands } from "./features/customers/index.ts";
import { formsCommands } from "./features/forms/index.ts";
import { mediaCommands } from "./features/media/index.ts";
import { operatingCommands } from "./features/operating/index.ts";
import { ordersCommands } from "./features/orders/index.ts";
import { paymentsCommands } from "./features/payments/index.ts";
import { personalDataCommands } from "./features/personal-data/index.ts";
import { previewCommands } from "./features/preview/index.ts";
import { sitesCommands } from "./features/sites/index.ts";
import { teamCommands } from "./features/team/index.ts";
import type { AnyCommand } from "./lib/cli/command.ts";

/** The commands that need the database, one line per feature. Commands of one group are shown in this order. */
export const commands: readonly AnyCommand[] = [
  ...operatingCommands,
  ...sitesCommands,
  ...teamCommands,
  ...bundleCommands,
  ...mediaCommands,
  ...previewCommands,
  ...customersCommands,
  ...personalDataCommands,
  ...ordersCommands,
  ...paymentsCommands,
  ...formsCommands,
];

/** The command for these words: `order refund`. Throws when there is none. */
export function commandNamed(name: string): AnyCommand {
  const found = commands.find((command) => command.name === name);
  if (!found) throw new Error(`There is no command "${name}".`);
  return found;
}
