import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { sessionInvalid } from "../../../../lib/admin/refusals.ts";
import { Nullable, Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { changesBetween, recordChange } from "../../audit/index.ts";
import { AdminLocale, AdminName, OwnAdmin, readOwnAdmin } from "../own-session.ts";

/** Changes the name and the language of the own account. */
export const updateMe = operation(
  {
    id: "updateMe",
    method: "PATCH",
    path: `${adminBase}/me`,
    access: "admin",
    cors: "closed",
    problems: [],
    tags: ["Self"],
    summary: "Change your name or the language of your mails",
    description: "A JSON Merge Patch (RFC 7396): a `locale` of null is English, the default.",
    body: Type.Object(
      {
        name: Type.Optional(AdminName),
        locale: Type.Optional(Nullable(AdminLocale)),
      },
      { additionalProperties: false },
    ),
    response: { 200: Single(OwnAdmin) },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { id } = request.admin;
      const { name = null, locale: language } = request.body;
      const locale = language === undefined ? null : (language ?? "en");
      const now = clock.now();
      const ownAdmin = await sql.begin(async (tx) => {
        const [before] = await tx<{ name: string; locale: string }>`select name, locale from admins where id = ${id} for update`;
        const [after] = await tx<{ name: string; locale: string }>`
          update admins set
            name = coalesce(${name}, name), locale = coalesce(${locale}, locale), revision = revision + 1, updated_at = ${now}
          where id = ${id}
          returning name, locale`;
        // The account was removed a moment ago.
        if (!before || !after) throw new ProblemError(sessionInvalid);
        const changes = changesBetween({ ...before }, { ...after }, { hidden: ["name"] });
        if (changes.length > 0) {
          const change = { actor: actorOf(request), siteId: null, action: "updateMe", target: { type: "admin", id }, changes };
          await recordChange(tx, { now, ids }, change);
        }
        return readOwnAdmin(tx, id);
      });
      if (!ownAdmin) throw new ProblemError(sessionInvalid);
      return { data: ownAdmin };
    },
);
