export { cachesTasks } from "./tasks.ts";
