export { catalogOperations } from "./operations.ts";
export { planIntervals } from "./public/list-plans.ts";
export { readBoundSources, readReferredCatalogItems } from "./read-items.ts";
export { categoryNotFound, categoryStatuses } from "./category.ts";
export {
  type ChangedItem,
  countCategories,
  countSiblings,
  lockCategory,
  type LockedCategory,
  mostOrderedSiblings,
  orderSiblings,
  removeCategory,
  renameCategory,
} from "./change-categories.ts";
export { categorySorts, EditedCategory, EditedCategoryRow, listEditedCategories, readEditedCategory } from "./edited-categories.ts";
export { ownLocale, readFormerCatalogSlugs, type LocaleSlug } from "./former-catalog-slugs.ts";
export { findCatalogItemIds, findProductIds } from "./find-ids.ts";
export { Picture, picturesJson, showingIn, storedAsset, storedPicture } from "./picture.ts";
export type { AssetCopy, Showing, ShowingDeps, StoredPicture } from "./picture.ts";
export { importStocks, type ImportedStock } from "./import-stocks.ts";
export { mostStock } from "./stock-movement.ts";
export { productNotFound } from "./product.ts";
export { EditedProduct, EditedProductRow, listEditedProducts, productSorts, readEditedProduct, stockFilters } from "./edited-products.ts";
export {
  countPlans,
  EditedPlan,
  EditedPlanRow,
  listEditedPlans,
  lockPlan,
  type LockedPlan,
  planNotFound,
  planSorts,
  planStatuses,
  readEditedPlan,
  removePlan,
} from "./edited-plans.ts";
export { exportedProducts, type ExportedProduct, readOptionNames, findOptionNames } from "./exported-products.ts";
export { lockProduct, type LockedProduct, removeProducts, renameProduct } from "./change-products.ts";
export { refreshPictures } from "./refresh-pictures.ts";
export { rewriteWords, sitesWithOldWords } from "./rewrite-words.ts";
export { productStatuses } from "./product.ts";
export { saveCategories, type CategoryInput } from "./save-categories.ts";
export { savePlans, type PlanInput } from "./save-plans.ts";
export { catalogBytes } from "./catalog-bytes.ts";
export { maxProductBytes, productBytes } from "./product-bytes.ts";
export { findSkuConflicts, saveProducts, type ProductInput } from "./save-products.ts";
export { findStrayCurrencies } from "./currency-prices.ts";
export { findUnheardPrices } from "./price-history.ts";
export { countVariants, lockVariants, returnStock, takeStock, type Quantity, type Shortage } from "./stock.ts";
export { categoriesTag, productListsTag } from "./tags.ts";
export { catalogItemsQuery, readSearchedCatalogItems, searchedCatalogItems, type SearchedCatalogItem } from "./searched-catalog-items.ts";
export { maxCategoryDepth, recomputeCatalog, settleLocales } from "./recompute-catalog.ts";
export {
  findSharedSlugs,
  findStrayLocales,
  findTranslatedAttributes,
  findTranslatedSlugs,
  type SharedSlug,
} from "./find-translation-errors.ts";
export { ChangedWords, type CatalogSite } from "./save-translations.ts";
export { readTranslatedTitles } from "./translated-titles.ts";
export { titleOf } from "./translation.ts";
