import { checkBlockType } from "./admin/check-block-type.ts";
import { checkContentType } from "./admin/check-content-type.ts";
import { deleteBlockType } from "./admin/delete-block-type.ts";
import { deleteContentType } from "./admin/delete-content-type.ts";
import { getBlockType } from "./admin/get-block-type.ts";
import { getContentType } from "./admin/get-content-type.ts";
import { listContentTypes } from "./admin/list-content-types.ts";
import { listEditedBlockTypes } from "./admin/list-edited-block-types.ts";
import { putBlockType } from "./admin/put-block-type.ts";
import { putContentType } from "./admin/put-content-type.ts";
import { listBlockTypes } from "./public/list-block-types.ts";

export const typesOperations = [
  listBlockTypes,
  listEditedBlockTypes,
  getBlockType,
  putBlockType,
  deleteBlockType,
  checkBlockType,
  listContentTypes,
  getContentType,
  putContentType,
  deleteContentType,
  checkContentType,
];
