import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError } from "../../../../lib/http/problem.ts";
import { lockAccount } from "../lock-account.ts";
import { qrSvg } from "../second-factors/qr-svg.ts";
import { newTotpSecret, sealTotpSecret, totpUri } from "../second-factors/totp.ts";

const totpExists = problem("totp_exists", 409, "The account already has an authenticator app");

const NewTotp = Type.Object(
  {
    secret: Type.String({ description: "In base32, for an app without a camera.", examples: ["JBSWY3DPEHPK3PXP…"] }),
    uri: Type.String({ examples: ["otpauth://totp/Vitrine:ada%40example.com?secret=…"] }),
    qrSvg: Type.String({ description: "The address as a QR code: an SVG image." }),
  },
  { additionalProperties: false },
);

/** Makes a secret for an authenticator app. It is worth nothing until its first code is confirmed. */
export const startTotp = operation(
  {
    id: "startTotp",
    method: "POST",
    path: `${adminBase}/me/totp`,
    access: "session",
    recentSignIn: true,
    cors: "closed",
    problems: [totpExists],
    tags: ["Self"],
    summary: "Begin to add an authenticator app",
    description:
      "Returns a new secret, which is shown only once. It replaces an earlier secret that was not confirmed. Nothing changes until `POST /me/totp/confirm` has the app's " +
      "first code.",
    response: { 201: Single(NewTotp) },
  },
  ({ sql, clock, secrets, mailFrom }: Pick<Deps, "sql" | "clock" | "secrets" | "mailFrom">) =>
    async ({ admin }) => {
      const secret = newTotpSecret();
      await sql.begin(async (tx) => {
        await lockAccount(tx, admin);
        const updatedRows = await tx<{ id: string }>`
          update admins set totp_secret = ${sealTotpSecret(secrets, admin.id, secret)}, updated_at = ${clock.now()}
          where id = ${admin.id} and totp_confirmed_at is null
          returning id`;
        if (updatedRows.length === 0) throw new ProblemError(totpExists, { detail: "Remove it first to use another one." });
      });
      const uri = totpUri(secret, { service: mailFrom.name, email: admin.email });
      return { data: { secret, uri, qrSvg: qrSvg(uri) } };
    },
);
