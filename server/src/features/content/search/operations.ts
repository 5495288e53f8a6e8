import { search } from "./public/search.ts";

export const searchOperations = [search];
