import { Type } from "typebox";
import { SiteSlug } from "../../../lib/text/slug.ts";

/** A new site, as its people name it. */
const newSiteMembers = {
  slug: SiteSlug,
  name: Type.String({ minLength: 2, maxLength: 80, pattern: "\\S", examples: ["Acme"] }),
};
export const NewSiteBody = Type.Object(newSiteMembers, { additionalProperties: false });
