import type { Mailer } from "../../ports/mailer.ts";
import { PicturesBusy, type FileRefusal, type Pictures } from "../../ports/pictures.ts";
import type { Processor } from "../../ports/processor.ts";
import type { WebhookError, WebhookSender } from "../../ports/webhook-sender.ts";

/** Wraps a named piece of work, to count or time it. It ends as the work does. */
export type Watch = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** The processor, with each call watched under the name of the verb. */
export function watchedProcessor(processor: Processor, watch: Watch): Processor {
  return {
    mayBeEvent: (...args) => processor.mayBeEvent(...args),
    readEvent: (...args) => processor.readEvent(...args),
    open: (...args) => watch("open", () => processor.open(...args)),
    read: (...args) => watch("read", () => processor.read(...args)),
    end: (...args) => watch("end", () => processor.end(...args)),
    refund: (...args) => watch("refund", () => processor.refund(...args)),
    findRefund: (...args) => watch("findRefund", () => processor.findRefund(...args)),
    close: () => processor.close(),
  };
}

/** The sender of webhooks, with each try counted by its outcome. */
export function watchedWebhookSender(sender: WebhookSender, count: (outcome: WebhookError | "delivered") => void): WebhookSender {
  return {
    send: async (request) => {
      const outcome = await sender.send(request);
      count(outcome.error ?? "delivered");
      return outcome;
    },
  };
}

/** The mailer, watched when it sends. */
export function watchedMailer(mailer: Mailer, watch: Watch): Mailer {
  return { send: (mail) => watch("send", () => mailer.send(mail)), close: () => mailer.close() };
}

export const pictureWorks = ["prepare", "render"] as const;
export type PictureWork = (typeof pictureWorks)[number];
/** `busy`: too many waited. `failed`: a fault of the server. The others are refusals of the file. */
export const pictureOutcomes = [
  "done",
  "file_type_refused",
  "image_too_large",
  "file_damaged",
  "file_too_costly",
  "busy",
  "failed",
] as const;
export type PictureOutcome = (typeof pictureOutcomes)[number];

/** The work on files of media libraries, each piece counted by its outcome. */
export function watchedPictures(pictures: Pictures, count: (work: PictureWork, outcome: PictureOutcome) => void): Pictures {
  const counted = async <T extends object>(work: PictureWork, working: Promise<T | FileRefusal>): Promise<T | FileRefusal> => {
    try {
      const result = await working;
      count(work, "refused" in result ? result.refused : "done");
      return result;
    } catch (error) {
      count(work, error instanceof PicturesBusy ? "busy" : "failed");
      throw error;
    }
  };
  return {
    prepare: (owner, file) => counted("prepare", pictures.prepare(owner, file)),
    render: (owner, rendering) => counted("render", pictures.render(owner, rendering)),
    get load() {
      return pictures.load;
    },
    close: () => pictures.close(),
  };
}
