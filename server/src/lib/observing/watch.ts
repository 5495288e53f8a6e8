import type { Mailer } from "../../ports/mailer.ts";
import type { Processor } from "../../ports/processor.ts";

/** Stands around a piece of work that has a name: to count it, or to time it. It ends as the work does. */
export type Watch = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** The processor, each of whose calls is watched under the name of the verb. */
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
