import { Type } from "typebox";
import { SiteSlug } from "../../../lib/text/slug.ts";

const newSiteMembers = {
  slug: SiteSlug,
  name: Type.String({ minLength: 2, maxLength: 80, pattern: "\\S", examples: ["Acme"] }),
};
/** What a new site begins with: pages, posts and a form; the same with categories and products; or nothing. */
const siteTemplates = ["SITE", "SHOP", "EMPTY"] as const;
export type SiteTemplate = (typeof siteTemplates)[number];

export const NewSiteBody = Type.Object(
  {
    ...newSiteMembers,
    template: Type.Optional(
      Type.Enum([...siteTemplates], {
        default: "SITE",
        description:
          "`SITE` begins like a site from signup, with types, pages, posts and a form. `SHOP` has products, too. `EMPTY` has nothing but a key.",
      }),
    ),
  },
  { additionalProperties: false },
);
