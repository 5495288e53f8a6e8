import { texts } from "../app/texts.ts";

/** Which clock the times of a form are of. */
export const yourZone = () => texts.releases.yourZone(new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " "));
