import { bundleCommands } from "./features/content/bundle/index.ts";
import { customersCommands } from "./features/shop/customers/index.ts";
import { formsCommands } from "./features/shop/forms/index.ts";
import { mediaCommands } from "./features/content/media/index.ts";
import { operatingCommands } from "./features/server/operating/index.ts";
import { ordersCommands } from "./features/shop/orders/index.ts";
import { paymentsCommands } from "./features/shop/payments/index.ts";
import { personalDataCommands } from "./features/people/personal-data/index.ts";
import { previewCommands } from "./features/content/preview/index.ts";
import { sitesCommands } from "./features/server/sites/index.ts";
import { teamCommands } from "./features/people/team/index.ts";
import { webhooksCommands } from "./features/server/webhooks/index.ts";
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
  ...webhooksCommands,
];

/** The command for these words: `order refund`. Throws when there is none. */
export function commandNamed(name: string): AnyCommand {
  const namedCommand = commands.find((command) => command.name === name);
  if (!namedCommand) throw new Error(`There is no command "${name}".`);
  return namedCommand;
}
