import { Argument } from "commander";
import { positiveInteger } from "../../../lib/cli/arguments.ts";

/** An order's number, as an argument of the command line. */
export const numberArgument = new Argument("<number>", "the order's, as people call it").argParser(positiveInteger);
