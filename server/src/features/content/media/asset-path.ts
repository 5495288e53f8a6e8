import { Type } from "typebox";
import { siteBase, siteSlug } from "../../../lib/admin/site-path.ts";

export const assetsBase = `${siteBase}/assets`;
export const assetBase = `${assetsBase}/{id}`;
export const AssetParams = Type.Object({ ...siteSlug, id: Type.String({ description: "The id of the asset." }) });
