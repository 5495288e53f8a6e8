import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isAdminError } from "@vitrine/client/admin";
import { useState } from "react";
import { useSite } from "../app/site.tsx";
import { plural, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { blockTypesQuery, contentTypesQuery } from "../content/types.ts";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { toast } from "../parts/toast.tsx";
import { AffectedList, type Affected } from "./affected-list.tsx";
import { definitionOf, type StoredType } from "./definition.ts";
import { namesOfType } from "./names-of-types.ts";
import { deleteType, listKeyOf, putType, type TypeName } from "./type-client.ts";

interface DeleteTypeProps extends TypeName {
  storedType: StoredType;
  onClose(): void;
  onGone?: (() => void) | undefined;
}

interface Uses {
  places: Affected[];
  total: number;
}

/** Deletes a type that nothing uses, after it has said what names it; otherwise shows what uses it. */
export function DeleteType({ family, type, storedType, onClose, onGone }: DeleteTypeProps) {
  const site = useSite();
  const queries = useQueryClient();
  const { model, app } = texts;
  const { act, isBusy } = useMutation();
  const [uses, setUses] = useState<Uses>();
  const { data: contentTypes = [] } = useQuery(contentTypesQuery(site));
  const { data: blockTypes = [] } = useQuery(blockTypesQuery(site));
  const naming = namesOfType({ family, type }, [...contentTypes, ...blockTypes]);
  const refresh = () => queries.invalidateQueries({ queryKey: listKeyOf(site, family) });
  const undo = () =>
    void act(async () => {
      await putType(site, { family, type, definition: definitionOf(storedType), revision: "new" });
      await refresh();
    });
  const remove = () =>
    act(async () => {
      try {
        await deleteType(site, { family, type }, storedType.revision);
      } catch (error) {
        if (!isAdminError(error, "in_use")) throw error;
        return setUses(usesIn(error));
      }
      onClose();
      onGone?.();
      void refresh();
      toast(model.deleted(storedType.title), { label: app.undo, run: undo });
    });
  if (uses) {
    return (
      <Dialog isOpen title={model.inUse(storedType.title)} onClose={onClose} actions={<Button onPress={onClose}>{app.close}</Button>}>
        <p>{model.inUseText(plural(uses.total, model.places))}</p>
        <AffectedList family={family} type={type} affected={uses.places} total={uses.total} />
      </Dialog>
    );
  }
  return (
    <Confirm
      isOpen
      title={model.deleteTitle(storedType.title)}
      label={app.remove}
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      <p>{model.families[family].deleteText}</p>
      {naming.length > 0 && <p>{model.namedBy(naming.join(", "))}</p>}
    </Confirm>
  );
}

function usesIn(error: object): Uses {
  const { places = [], placesTotal = 0 } = error as { places?: Omit<Affected, "path" | "code" | "message">[]; placesTotal?: number };
  return { places: places.map((place) => ({ ...place, path: "", code: "", message: "" })), total: placesTotal };
}
