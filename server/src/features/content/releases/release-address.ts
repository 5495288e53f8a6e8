import { Type } from "typebox";
import { siteBase, siteSlug } from "../../../lib/admin/site-path.ts";

/** The beginning of the addresses of releases. */
export const releasesBase = `${siteBase}/releases`;
export const releaseBase = `${releasesBase}/{id}`;

const id = { id: Type.String({ description: "The id of the release." }) };
export const ReleaseParams = Type.Object({ ...siteSlug, ...id });
export const ItemParams = Type.Object({ ...siteSlug, ...id, translationId: Type.String({ description: "The id of the translation." }) });
export const ChangeParams = Type.Object({
  ...siteSlug,
  ...id,
  changeId: Type.String({ description: "The id of the change of the shop." }),
});
