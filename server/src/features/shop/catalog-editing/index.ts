export { importProducts as runProductsImport, type ProductsJob } from "./import-products.ts";
export { catalogEditingOperations } from "./operations.ts";
