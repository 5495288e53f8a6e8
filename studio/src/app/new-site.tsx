import { useState } from "react";
import { Form } from "react-aria-components";
import { useSlugOf } from "../content/slug-of.ts";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { Secret } from "../parts/secret.tsx";
import { api, queries, studioPath } from "./api.ts";
import { sessionQuery } from "./site.tsx";
import { texts } from "./texts.ts";
import { useMutation } from "./use-mutation.ts";

/** The form of the site's slug: a label of a host name. */
const slugForm = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;

const templates = ["SITE", "SHOP", "EMPTY"] as const;
type Template = (typeof templates)[number];

/** Creates a site that the person owns, and shows its first API key this once. */
export function NewSite({ onClose }: { onClose(): void }) {
  const { sites, app } = texts;
  const { act, isBusy } = useMutation(sites.problems);
  const [name, setName] = useState("");
  const [slug, setSlug] = useState<string>();
  const [template, setTemplate] = useState<Template>("SITE");
  const [created, setCreated] = useState<{ slug: string; apiKey: string }>();
  const suggested = useSlugOf(name).slice(0, 63).replace(/-+$/, "");
  const chosen = slug ?? suggested;
  const create = () =>
    act(async () => {
      setCreated(await api.sites.createSite({ name: name.trim(), slug: chosen, template }));
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    });
  if (created)
    return (
      <Dialog
        title={name}
        isOpen
        onClose={onClose}
        role="alertdialog"
        actions={
          // A page of its own: its policy allows to frame that site's storefront.
          <Button variant="primary" onPress={() => location.assign(`${studioPath}/sites/${created.slug}`)}>
            {sites.open(name.trim())}
          </Button>
        }
      >
        <p>{sites.created}</p>
        <Secret label={sites.apiKey} value={created.apiKey} />
      </Dialog>
    );
  return (
    <Dialog title={sites.create} isOpen onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <TextInput label={sites.name} value={name} onChange={setName} autoFocus maxLength={80} autoComplete="off" />
        <TextInput
          label={sites.slug}
          hint={sites.slugHint}
          fault={chosen === "" || slugForm.test(chosen) ? undefined : sites.slugForm}
          value={chosen}
          onChange={setSlug}
          maxLength={63}
          autoComplete="off"
        />
        <Choice
          label={sites.template}
          options={templates.map((id) => ({ id, ...sites.templates[id] }))}
          value={template}
          onChange={(id) => setTemplate(id as Template)}
        />
        <div className="row">
          <Button type="submit" variant="primary" isDisabled={isBusy || name.trim().length < 2 || !slugForm.test(chosen)}>
            {sites.create}
          </Button>
          <Button onPress={onClose}>{app.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
