export { catalogOperations } from "./operations.ts";
export { planIntervals } from "./public/list-plans.ts";
export { readBoundSources } from "./bound-sources.ts";
export { categoryStatuses } from "./category.ts";
export { storedPicture } from "./picture.ts";
export { productStatuses } from "./product.ts";
export { saveCategories, type CategoryInput } from "./save-categories.ts";
export { savePlans, type PlanInput } from "./save-plans.ts";
export { catalogBytes } from "./catalog-bytes.ts";
export {
  findSkuConflicts,
  maxProductBytes,
  productBytes,
  saveProducts,
  type ProductInput,
  type SkuConflict,
  type VariantInput,
} from "./save-products.ts";
export { countVariants, returnStock, takeStock, type Quantity, type Shortage } from "./stock.ts";
export { maxCategoryDepth, settleCatalog, type SavedCatalog } from "./settle-catalog.ts";
