import { useQueryClient } from "@tanstack/react-query";
import { isAdminError } from "@vitrine/client/admin";
import { useState } from "react";
import { Form } from "react-aria-components";
import { useGo } from "../app/place.ts";
import { describeProblem } from "../app/problems.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useSlugOf } from "../content/slug-of.ts";
import { isSlug } from "../content/slug-of.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { definitionOf, emptyDefinition, type Family, type StoredType } from "./definition.ts";
import { listKeyOf, pathOfType, putType } from "./type-client.ts";

interface NewTypeProps {
  family: Family;
  /** The type to copy. */
  from?: StoredType;
  isOpen: boolean;
  onClose(): void;
}

/** Makes a type of a title and a name, empty or as a copy, and goes there. */
export function NewType(props: NewTypeProps) {
  const { family, from, isOpen, onClose } = props;
  const { model } = texts;
  return (
    <Dialog title={from ? model.duplicateOf(from.title) : model.families[family].create} isOpen={isOpen} onClose={onClose}>
      <NewTypeForm {...props} />
    </Dialog>
  );
}

function NewTypeForm({ family, from, onClose }: NewTypeProps) {
  const site = useSite();
  const queries = useQueryClient();
  const go = useGo();
  const { model, app } = texts;
  const [title, setTitle] = useState(from ? model.copyOf(from.title) : "");
  const [typedName, setTypedName] = useState<string>();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const slug = useSlugOf(title);
  const type = typedName ?? slug;
  const wrong = error ?? (title.trim() === "" || isSlug(type) ? undefined : model.badTypeName);
  const create = async () => {
    if (title.trim() === "" || wrong !== undefined) return;
    setBusy(true);
    try {
      const definition = { ...(from ? definitionOf(from) : emptyDefinition(title)), title: title.trim() };
      await putType(site, { family, type, definition, revision: "new" });
      await queries.invalidateQueries({ queryKey: listKeyOf(site, family) });
      onClose();
      go(pathOfType(site.slug, { family, type }));
    } catch (error) {
      setError(isAdminError(error, "revision_conflict") ? model.nameTaken(type) : describeProblem(error));
      setBusy(false);
    }
  };
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <TextInput
        label={model.typeTitle}
        hint={model.families[family].titleHint}
        value={title}
        onChange={(next) => {
          setTitle(next);
          setError(undefined);
        }}
        autoFocus
        maxLength={200}
        autoComplete="off"
      />
      <TextInput
        label={model.typeName}
        hint={model.typeNameHint}
        fault={wrong}
        value={type}
        onChange={(next) => {
          setTypedName(next);
          setError(undefined);
        }}
        maxLength={100}
        autoComplete="off"
        spellCheck="false"
      />
      <div className="row">
        <Button type="submit" variant="primary" isDisabled={isBusy || title.trim() === "" || wrong !== undefined}>
          {model.create}
        </Button>
        <Button onPress={onClose}>{app.cancel}</Button>
      </div>
    </Form>
  );
}
