import { expect, test } from "vitest";
import type { Mail, Mailer } from "../../ports/mailer.ts";
import type { Processor } from "../../ports/processor.ts";
import { watchedMailer, watchedProcessor, type Watch } from "./watch.ts";

const names: string[] = [];
const watch: Watch = (name, work) => {
  names.push(name);
  return work();
};

/** An object with a state of its own, as the mail-catcher is: its methods need it. */
class Stateful {
  readonly #done: string[] = [];
  async #note(what: string): Promise<never> {
    this.#done.push(what);
    return this.#done.join(" ") as never;
  }
  send(): Promise<never> {
    return this.#note("sent");
  }
  open(): Promise<never> {
    return this.#note("opened");
  }
  read(): Promise<never> {
    return this.#note("read");
  }
  end(): Promise<never> {
    return this.#note("ended");
  }
  refund(): Promise<never> {
    return this.#note("refunded");
  }
  findRefund(): Promise<never> {
    return this.#note("found");
  }
  mayBeEvent(): boolean {
    return true;
  }
  readEvent(): "unsigned" {
    return "unsigned";
  }
  close(): Promise<never> {
    return this.#note("closed");
  }
}

test("each watched object keeps its own state", async () => {
  const mailer: Mailer = watchedMailer(new Stateful(), watch);
  await mailer.send({} as Mail);
  expect(await mailer.close()).toBe("sent closed");
  const processor: Processor = watchedProcessor(new Stateful(), watch);
  const verbs = [processor.open, processor.read, processor.end, processor.refund, processor.findRefund] as (() => Promise<unknown>)[];
  for (const ask of verbs) await ask();
  expect(await processor.close()).toBe("opened read ended refunded found closed");
  expect(names).toEqual(["send", "open", "read", "end", "refund", "findRefund"]);
});
