import { Argument } from "commander";
import { positiveInteger } from "../../lib/cli/arguments.ts";

/** The number of an order, on the command line. */
export const numberArgument = new Argument("<number>", "the order's, as people call it").argParser(positiveInteger);
