import { searchSite } from "./admin/search-site.ts";

export const siteSearchOperations = [searchSite];
