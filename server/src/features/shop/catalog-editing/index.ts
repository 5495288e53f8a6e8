export { importProducts as runProductsImport, type ProductsJob } from "./import-products.ts";
export { catalogEditingOperations } from "./operations.ts";
export { PriceChangeMembers, priceChangeOf, repricedVariant, type PriceChange } from "./change-price.ts";
export { lockSeenProduct } from "./save-product.ts";
