import type { Deps } from "../../../../deps.ts";
import { sessionInvalid } from "../../../../lib/admin/refusals.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { OwnAdmin, readOwnAdmin } from "../own-session.ts";

/** Reads the own account. */
export const getMe = operation(
  {
    id: "getMe",
    method: "GET",
    path: `${adminBase}/me`,
    access: "admin",
    cors: "closed",
    problems: [],
    tags: ["Self"],
    summary: "Read your account",
    response: { 200: Single(OwnAdmin) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ admin }) => {
      const ownAdmin = await readOwnAdmin(sql, admin.id);
      // The account was removed a moment ago.
      if (!ownAdmin) throw new ProblemError(sessionInvalid);
      return { data: ownAdmin };
    },
);
