import { Type } from "typebox";
import { siteBase, siteSlug } from "../../../lib/admin/site-path.ts";

export const ordersBase = `${siteBase}/orders`;
export const orderBase = `${ordersBase}/{id}`;
export const OrderParams = Type.Object({ ...siteSlug, id: Type.String({ description: "The ID of the order." }) });
