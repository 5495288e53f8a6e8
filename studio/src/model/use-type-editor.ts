import { createContext, use, useMemo } from "react";
import { definitionOf, type StoredType } from "./definition.ts";
import type { TypeName } from "./type-client.ts";
import { useDefinitionEditor, type DefinitionEditor } from "./use-definition-editor.ts";

/** A type that is open. */
export interface TypeEditor extends DefinitionEditor, TypeName {}

export const TypeEditorContext = createContext<TypeEditor | undefined>(undefined);

export function useOpenType(): TypeEditor {
  const editor = use(TypeEditorContext);
  if (!editor) throw new Error("No type is open: the part must lie within a TypePage.");
  return editor;
}

/** The type as the server has it, as a definition. */
export const storedOf = (storedType: StoredType) => ({ revision: storedType.revision, definition: definitionOf(storedType) });

/** Edits a type. `storedType` is the server's newest answer. */
export function useTypeEditor({ family, type }: TypeName, storedType: StoredType, isReadOnly: boolean): TypeEditor {
  const stored = useMemo(() => storedOf(storedType), [storedType]);
  return { family, type, ...useDefinitionEditor(stored, isReadOnly) };
}
