import { isOfAdminApi } from "../server/src/lib/http/operation.ts";
import { declaredProblems, type Problem } from "../server/src/lib/http/problem.ts";
import { describeApi } from "../server/src/pipeline/description.ts";
import { everyRoute } from "../server/src/routes.ts";
import { version } from "../server/src/version.ts";

const publicRoutes = everyRoute.filter((operation) => !isOfAdminApi(operation));

/** The API description as it is committed, with a neutral address, and every problem that the code declares. */
export function describeForReview(): { document: object; problems: Problem[] } {
  return { document: describeApi(publicRoutes, { publicUrl: "http://localhost:3000", version }), problems: declaredProblems() };
}
