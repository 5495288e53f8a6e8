import { isAdminError } from "@vitrine/client/admin";
import { plural, texts } from "../app/texts.ts";

/** The places that stand in the way of a deletion, in words; undefined for other problems. */
export function placesInTheWay(error: unknown): string | undefined {
  return isAdminError(error, "in_use") ? plural(error.placesTotal, texts.media.place) : undefined;
}
