import { systemIds } from "./adapters/system.ts";
import { runProductsImport, type ProductsJob } from "./features/shop/catalog-editing/index.ts";
import { databaseOf } from "./lib/threads/hosted-database.ts";
import { serveThread } from "./lib/threads/serve-thread.ts";

serveThread((input, call) => {
  const onSaved = (products: number) => call("saved", products);
  return runProductsImport({ sql: databaseOf(call), ids: systemIds, onSaved }, input as ProductsJob);
});
