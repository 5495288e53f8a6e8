import { Type } from "typebox";
import { adminBase } from "../http/operation.ts";

/** The beginning of every address of one site in the admin API. */
export const siteBase = `${adminBase}/sites/{siteSlug}`;

/** The parameter of these addresses. A slug that no site can have is one of a site that does not exist. */
export const siteSlug = { siteSlug: Type.String({ description: "The slug of the site.", examples: ["acme"] }) };
export const SiteParams = Type.Object(siteSlug);
