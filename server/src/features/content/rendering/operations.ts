import { getBlogPost } from "./public/get-blog-post.ts";
import { getEntry } from "./public/get-entry.ts";
import { getPage } from "./public/get-page.ts";

export const renderingOperations = [getPage, getEntry, getBlogPost];
