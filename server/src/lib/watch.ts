import type { Mailer } from "../ports/mailer.ts";
import type { Processor } from "../ports/processor.ts";

/** Stands around a piece of work that has a name: to count it, or to time it. It ends as the work does. */
export type Watch = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** The processor, each of whose calls is watched under the name of the verb. */
export function watchedProcessor({ open, read, end, refund, close }: Processor, watch: Watch): Processor {
  return {
    open: (...given) => watch("open", () => open(...given)),
    read: (...given) => watch("read", () => read(...given)),
    end: (...given) => watch("end", () => end(...given)),
    refund: (...given) => watch("refund", () => refund(...given)),
    close,
  };
}

/** The mailer, watched when it sends. */
export function watchedMailer({ send, close }: Mailer, watch: Watch): Mailer {
  return { send: (mail) => watch("send", () => send(mail)), close };
}
