import { createView } from "./admin/create-view.ts";
import { deleteView } from "./admin/delete-view.ts";
import { listViews } from "./admin/list-views.ts";
import { updateView } from "./admin/update-view.ts";

export const savedViewsOperations = [listViews, createView, updateView, deleteView];
