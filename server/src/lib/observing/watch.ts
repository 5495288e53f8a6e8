import type { Mailer } from "../../ports/mailer.ts";
import type { Processor } from "../../ports/processor.ts";

/** Wraps a named piece of work, to count or time it. It ends as the work does. */
export type Watch = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** The processor, with each call watched under the name of the verb. */
export function watchedProcessor(processor: Processor, watch: Watch): Processor {
  return {
    open: (...given) => watch("open", () => processor.open(...given)),
    read: (...given) => watch("read", () => processor.read(...given)),
    end: (...given) => watch("end", () => processor.end(...given)),
    refund: (...given) => watch("refund", () => processor.refund(...given)),
    close: () => processor.close(),
  };
}

/** The mailer, watched when it sends. */
export function watchedMailer(mailer: Mailer, watch: Watch): Mailer {
  return { send: (mail) => watch("send", () => mailer.send(mail)), close: () => mailer.close() };
}
