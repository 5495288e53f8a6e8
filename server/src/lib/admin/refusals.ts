import { problem } from "../http/problem.ts";

export const sessionMissing = problem("session_missing", 401, "The request has no session");
export const sessionInvalid = problem("session_invalid", 401, "The session has ended");

export const releaseNotFound = problem("release_not_found", 404, "Release not found");

export const inUse = problem("in_use", 409, "Other content refers to it", {
  places: { type: "array", items: { type: "object" }, description: "The places that refer to it, at most 100 of them." },
  placesTotal: { type: "integer" },
});
