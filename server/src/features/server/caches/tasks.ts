import { purgeCaches } from "./tasks/purge-caches.ts";

export const cachesTasks = [purgeCaches];
