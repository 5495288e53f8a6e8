import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { ServerAdmin, adminNotFound, readServerAdmin } from "../server/server-admin.ts";

/** Answers an account of the server. */
export const getServerAdmin = operation(
  {
    id: "getServerAdmin",
    method: "GET",
    path: `${adminBase}/server/admins/{id}`,
    access: "operator",
    cors: "closed",
    problems: [adminNotFound],
    tags: ["Server"],
    summary: "Read an account",
    params: Type.Object({ id: Type.String() }),
    response: { 200: Single(ServerAdmin) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ params: { id } }) => {
      const account = isUuid(id) ? await readServerAdmin(sql, id) : undefined;
      if (!account) throw new ProblemError(adminNotFound);
      return { data: account };
    },
);
