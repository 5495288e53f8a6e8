export { savedViewsOperations } from "./operations.ts";
export { eraseFromViews } from "./erase-from-views.ts";
