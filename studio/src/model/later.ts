import { lazy } from "react";

// The forms and the dragging are heavy: the page is there before them, and asks for them at once.
const example = import("./example.tsx");
const tree = import("./field-tree.tsx");
const initial = import("./default-setting.tsx");

export const Example = lazy(async () => ({ default: (await example).Example }));
export const FieldTree = lazy(async () => ({ default: (await tree).FieldTree }));
export const DefaultSetting = lazy(async () => ({ default: (await initial).DefaultSetting }));
