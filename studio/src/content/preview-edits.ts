import { find, setProps, walk } from "../draft/tree.ts";
import type { Block, EditedDraft } from "../draft/block.ts";
import { withValueAt, type JsonObject } from "../draft/json.ts";
import { editableTexts, type EditableText } from "../fields/editable-texts.ts";
import { lengthOf } from "../fields/validate.ts";
import type { BlockTypes } from "./page-types.ts";
import type { EditableFields } from "./preview-channel.ts";

/** What decides which texts of a page may be edited in the preview. */
export interface Editable {
  types: BlockTypes;
  mayWrite: boolean;
  isDefaultLocale: boolean;
}

const none: ReadonlyMap<string, EditableText> = new Map();

function textsOf({ type: name, props, bindings = {} }: Block, { types, mayWrite, isDefaultLocale }: Editable) {
  const type = types.get(name);
  if (!mayWrite || !type) return none;
  return editableTexts({ schema: type.schema, uiSchema: type.uiSchema, value: props, bindings, isDefaultLocale });
}

/** The texts that the storefront may offer to edit. */
export function editableFields({ composition = [] }: EditedDraft, editable: Editable): EditableFields {
  const each = [...walk(composition)].map(({ block }) => {
    const limits = [...textsOf(block, editable)].map(([path, { most }]) => [path, most] as const);
    return [block.id, Object.fromEntries(limits)] as const;
  });
  return Object.fromEntries(each);
}

/** The draft with an edit; or how long the text may be, if it is too long. Undefined: no such text may be edited. */
export type Edit = { draft: EditedDraft } | { most: number } | undefined;

/** The draft with a text from the preview in it. A storefront may send anything. */
export function withEdit(draft: EditedDraft, { id, field, value }: { id: string; field: string; value: string }, editable: Editable): Edit {
  const { composition = [] } = draft;
  const block = find(composition, id)?.block;
  const text = block && textsOf(block, editable).get(field);
  if (!text) return undefined;
  if (lengthOf(value) > text.most) return { most: text.most };
  const props = withValueAt(block.props, field, value === "" ? text.empty : value) as JsonObject;
  return { draft: { ...draft, composition: setProps(composition, id, props) } };
}
