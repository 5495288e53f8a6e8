import type { Command as Program } from "commander";
import { positiveInteger } from "../lib/cli/arguments.ts";
import type { Caller } from "./caller.ts";

/** `order …`: what a shop does with its orders. */
export function orderCommands(program: Program, { attempt, call }: Caller): void {
  const order = program.command("order").description("look after a shop's orders");
  order
    .command("list <site>")
    .description("show the latest orders")
    .option("--status <status>", "only those that are PENDING, PAID, FULFILLED, CANCELLED, PARTIALLY_REFUNDED or REFUNDED")
    .option("--limit <number>", "how many", positiveInteger, 50)
    .action((slug: string, options: object) => attempt(() => call("order list", { slug, ...options })));
  order
    .command("show <site>")
    .argument("<number>", "the order's, as people call it", positiveInteger)
    .description("show what was ordered, and by whom")
    .action((slug: string, number: number) => attempt(() => call("order show", { slug, number })));
  order
    .command("fulfil <site>")
    .argument("<number>", "the order's, as people call it", positiveInteger)
    .description("say that a paid order is on its way")
    .action((slug: string, number: number) => attempt(() => call("order fulfil", { slug, number })));
  order
    .command("cancel <site>")
    .argument("<number>", "the order's, as people call it", positiveInteger)
    .description("end a pending order: its payment is ended at the processor, its stock released")
    .action((slug: string, number: number) => attempt(() => call("order cancel", { slug, number })));
  order
    .command("refund <site>")
    .argument("<number>", "the order's, as people call it", positiveInteger)
    .description("give money back through the processor: all that is left, or an amount")
    .option("--amount <number>", "in minor units, such as cents", positiveInteger)
    .action((slug: string, number: number, options: object) => attempt(() => call("order refund", { slug, number, ...options })));
}
