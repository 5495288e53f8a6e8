import { forgetOldAnswers } from "./tasks/forget-old-answers.ts";
import { forgetOldChanges } from "./tasks/forget-old-changes.ts";
import { rewriteCatalogWords } from "./tasks/rewrite-catalog-words.ts";
import { rewriteQueryValues } from "./tasks/rewrite-query-values.ts";
import { removeTasksThatWereGivenUp } from "./tasks/remove-tasks-that-were-given-up.ts";

export const operatingJobs = [forgetOldAnswers, forgetOldChanges, removeTasksThatWereGivenUp, rewriteQueryValues, rewriteCatalogWords];
