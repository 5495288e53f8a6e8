import { plural, texts } from "../app/texts.ts";
import { Confirm } from "../parts/confirm.tsx";
import { AffectedList } from "./affected-list.tsx";
import type { Saving } from "./use-save-type.ts";
import { useOpenType } from "./use-type-editor.ts";

/** Shows what a save would break, before it does. */
export function SaveAnyway({ saving: { asked, isBusy, saveAnyway, cancel } }: { saving: Saving }) {
  const { family, type, definition } = useOpenType();
  const { model } = texts;
  return (
    <Confirm
      isOpen={asked !== undefined}
      title={model.breaksTitle}
      label={model.saveAnyway}
      isBusy={isBusy}
      onClose={cancel}
      onConfirm={saveAnyway}
    >
      {asked && (
        <>
          <p>{model.breaksText(plural(asked.affectedTotal, model.contents))}</p>
          <AffectedList family={family} type={type} affected={asked.affected} total={asked.affectedTotal} schema={definition.schema} />
        </>
      )}
    </Confirm>
  );
}
