import { bulkProducts } from "./admin/bulk-products.ts";
import { createCategory } from "./admin/create-category.ts";
import { createPlan } from "./admin/create-plan.ts";
import { createProduct } from "./admin/create-product.ts";
import { deleteCategory } from "./admin/delete-category.ts";
import { deletePlan } from "./admin/delete-plan.ts";
import { deleteProduct } from "./admin/delete-product.ts";
import { duplicateProduct } from "./admin/duplicate-product.ts";
import { getEditedCategory } from "./admin/get-edited-category.ts";
import { getEditedPlan } from "./admin/get-edited-plan.ts";
import { exportProducts } from "./admin/export-products.ts";
import { getEditedProduct } from "./admin/get-edited-product.ts";
import { importProducts } from "./admin/import-products.ts";
import { listEditedCategories } from "./admin/list-edited-categories.ts";
import { listEditedPlans } from "./admin/list-edited-plans.ts";
import { listEditedProducts } from "./admin/list-edited-products.ts";
import { moveCategory } from "./admin/move-category.ts";
import { replacePlan } from "./admin/replace-plan.ts";
import { replaceProduct } from "./admin/replace-product.ts";
import { updateCategory } from "./admin/update-category.ts";

export const catalogEditingOperations = [
  ...[listEditedProducts, createProduct, getEditedProduct, replaceProduct, deleteProduct, duplicateProduct, bulkProducts],
  ...[listEditedCategories, createCategory, getEditedCategory, updateCategory, deleteCategory, moveCategory],
  ...[listEditedPlans, createPlan, getEditedPlan, replacePlan, deletePlan],
  ...[exportProducts, importProducts],
];
