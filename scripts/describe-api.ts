import { declaredProblems, type Problem } from "../server/src/lib/http/problem.ts";
import { describeAdminApi, describeApi } from "../server/src/pipeline/description.ts";
import { everyRoute } from "../server/src/routes.ts";
import { version } from "../server/src/version.ts";

/** Both API descriptions as they are committed, with a neutral address, and every problem that the code declares. */
export function describeForReview(): { document: object; adminDocument: object; problems: Problem[] } {
  const about = { publicUrl: "http://localhost:3000", version };
  return { document: describeApi(everyRoute, about), adminDocument: describeAdminApi(everyRoute, about), problems: declaredProblems() };
}
