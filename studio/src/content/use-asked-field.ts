import { useEffect } from "react";
import { useAsked, useGo } from "../app/place.ts";
import { useOpenDocument } from "./open-document.tsx";
import { goToField } from "./selection.ts";

/** Goes to the field that the address names, once: the address forgets it. */
export function useAskedField(): void {
  const { field } = useAsked();
  const { store } = useOpenDocument();
  const go = useGo();
  useEffect(() => {
    if (field === undefined) return;
    goToField(store.getState().draft, field);
    go("", { replace: true });
  }, [field, store]);
}
