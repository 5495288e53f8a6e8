import { bulkAssets } from "./admin/bulk-assets.ts";
import { continueUpload } from "./admin/continue-upload.ts";
import { createAsset } from "./admin/create-asset.ts";
import { createUpload } from "./admin/create-upload.ts";
import { deleteAsset } from "./admin/delete-asset.ts";
import { deleteUpload } from "./admin/delete-upload.ts";
import { getAsset } from "./admin/get-asset.ts";
import { getUpload } from "./admin/get-upload.ts";
import { listAssetUsages } from "./admin/list-asset-usages.ts";
import { listAssets } from "./admin/list-assets.ts";
import { listUploads } from "./admin/list-uploads.ts";
import { replaceAsset } from "./admin/replace-asset.ts";
import { updateAsset } from "./admin/update-asset.ts";
import { getMedia } from "./public/get-media.ts";

export const mediaOperations = [
  listAssets,
  createAsset,
  getAsset,
  updateAsset,
  deleteAsset,
  replaceAsset,
  bulkAssets,
  listAssetUsages,
  listUploads,
  createUpload,
  getUpload,
  continueUpload,
  deleteUpload,
  getMedia,
];
