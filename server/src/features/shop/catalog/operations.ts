import { adjustStock } from "./admin/adjust-stock.ts";
import { listStockMovements } from "./admin/list-stock-movements.ts";
import { listVariantPrices } from "./admin/list-variant-prices.ts";
import { getCategory } from "./public/get-category.ts";
import { getCategoryBySlug } from "./public/get-category-by-slug.ts";
import { getProduct } from "./public/get-product.ts";
import { getProductBySlug } from "./public/get-product-by-slug.ts";
import { listCategories } from "./public/list-categories.ts";
import { listPlans } from "./public/list-plans.ts";
import { listProducts } from "./public/list-products.ts";

export const catalogOperations = [
  ...[listProducts, getProductBySlug, getProduct, listCategories, getCategoryBySlug, getCategory, listPlans],
  ...[adjustStock, listStockMovements, listVariantPrices],
];
