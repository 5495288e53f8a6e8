import { addReleaseChange } from "./admin/add-release-change.ts";
import { addReleasePriceChanges } from "./admin/add-release-price-changes.ts";
import { checkRelease } from "./admin/check-release.ts";
import { createRelease } from "./admin/create-release.ts";
import { deleteRelease } from "./admin/delete-release.ts";
import { getRelease } from "./admin/get-release.ts";
import { listReleaseGoods } from "./admin/list-release-goods.ts";
import { listReleases } from "./admin/list-releases.ts";
import { publishRelease } from "./admin/publish-release.ts";
import { putReleaseItem } from "./admin/put-release-item.ts";
import { removeReleaseChange } from "./admin/remove-release-change.ts";
import { removeReleaseItem } from "./admin/remove-release-item.ts";
import { updateRelease } from "./admin/update-release.ts";

export const releasesOperations = [
  ...[listReleases, createRelease, getRelease, updateRelease, deleteRelease],
  ...[putReleaseItem, removeReleaseItem, addReleaseChange, addReleasePriceChanges, removeReleaseChange, listReleaseGoods],
  ...[checkRelease, publishRelease],
];
