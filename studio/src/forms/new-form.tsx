import { useQueryClient } from "@tanstack/react-query";
import { isAdminError } from "@vitrine/client/admin";
import { useState } from "react";
import { Form } from "react-aria-components";
import { useGo } from "../app/place.ts";
import { describeProblem } from "../app/problems.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useSlugOf } from "../content/slug-of.ts";
import { isSlug } from "../content/slug-of.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { formQuery } from "./form-queries.ts";

/** Makes a form of a name, and goes to its builder. */
export function NewForm({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog title={shopTexts.formBuilder.newForm} isOpen={isOpen} onClose={onClose}>
      <Fields onClose={onClose} />
    </Dialog>
  );
}

function Fields({ onClose }: { onClose(): void }) {
  const site = useSite();
  const queries = useQueryClient();
  const go = useGo();
  const { formBuilder, forms } = shopTexts;
  const [name, setName] = useState("");
  const [typedSlug, setTypedSlug] = useState<string>();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const slugOfName = useSlugOf(name);
  const slug = typedSlug ?? slugOfName;
  const isNamed = name.trim() !== "";
  const wrong = error ?? (!isNamed || isSlug(slug) ? undefined : texts.model.badTypeName);
  const create = async () => {
    if (!isNamed || wrong !== undefined || isBusy) return;
    setBusy(true);
    try {
      const form = await site.api.forms.createForm({
        slug,
        name: name.trim(),
        schema: { type: "object", additionalProperties: false, properties: {} },
        submitLabel: formBuilder.send,
        successMessage: formBuilder.thanks,
      });
      queries.setQueryData(formQuery(site, slug).queryKey, form);
      void queries.invalidateQueries({ queryKey: [...site.key, "forms"] });
      onClose();
      go(`/sites/${site.slug}/forms/${slug}/edit`);
    } catch (error) {
      setError(isAdminError(error, "form_slug_taken") ? texts.model.nameTaken(slug) : describeProblem(error));
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
        label={formBuilder.name}
        hint={formBuilder.nameHint}
        value={name}
        onChange={(next) => {
          setName(next);
          setError(undefined);
        }}
        autoFocus
        maxLength={200}
        autoComplete="off"
      />
      <TextInput
        label={forms.shortName}
        hint={texts.model.typeNameHint}
        fault={wrong}
        value={slug}
        onChange={(next) => {
          setTypedSlug(next);
          setError(undefined);
        }}
        maxLength={80}
        autoComplete="off"
        spellCheck="false"
      />
      <div className="row">
        <Button type="submit" variant="primary" isDisabled={isBusy || !isNamed || wrong !== undefined}>
          {texts.model.create}
        </Button>
        <Button onPress={onClose}>{texts.app.cancel}</Button>
      </div>
    </Form>
  );
}
