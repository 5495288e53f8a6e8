import { forgetOldAnswers } from "./tasks/forget-old-answers.ts";
import { removeTasksThatWereGivenUp } from "./tasks/remove-tasks-that-were-given-up.ts";

export const operatingJobs = [forgetOldAnswers, removeTasksThatWereGivenUp];
