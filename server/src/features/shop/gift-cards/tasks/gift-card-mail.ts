import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { task } from "../../../../lib/tasks/task.ts";
import { mailCodes } from "../mail-codes.ts";

const Payload = Type.Object({
  siteId: Type.String(),
  cardId: Type.String(),
  email: Type.String(),
  locale: Type.Union([Type.String(), Type.Null()]),
});

/** Mails the code of a card that the shop has made, or has given a new code. */
export const mailGiftCard = task(
  { name: "gift-card-mail", lane: "notices", waitingPerSite: 5_000, payload: Payload },
  (deps: Pick<Deps, "sql" | "secrets" | "log" | "mailer" | "mailFrom">) =>
    async ({ siteId, cardId, email, locale }) => {
      await mailCodes(deps, siteId, { cardId }, { to: email, locale });
    },
);
