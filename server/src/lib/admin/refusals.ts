import { problem } from "../http/problem.ts";

export const sessionMissing = problem("session_missing", 401, "The request carries no session");
export const sessionInvalid = problem("session_invalid", 401, "The session has ended");
