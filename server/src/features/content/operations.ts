import { getBlogPost } from "./public/get-blog-post.ts";
import { getEntry } from "./public/get-entry.ts";
import { getPage } from "./public/get-page.ts";
import { listBlockTypes } from "./public/list-block-types.ts";
import { listEntries } from "./public/list-entries.ts";
import { listPages } from "./public/list-pages.ts";
import { search } from "./public/search.ts";

export const contentOperations = [listBlockTypes, listPages, getPage, listEntries, getEntry, getBlogPost, search];
