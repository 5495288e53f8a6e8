import { useState } from "react";
import { Form } from "react-aria-components";
import { useSlugOf } from "../content/slug-of.ts";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { Secret } from "../parts/secret.tsx";
import { api, queries, studioPath } from "./api.ts";
import { shopTexts } from "./shop-texts.ts";
import { sessionQuery } from "./site.tsx";
import { texts } from "./texts.ts";
import { useMutation } from "./use-mutation.ts";

/** The form of the site's slug: a label of a host name. */
const slugForm = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;

const templates = ["SITE", "SHOP", "EMPTY"] as const;
type Template = (typeof templates)[number];

/** Creates a site that the person owns, or somebody else, and shows its first API key this once. */
export function NewSite({ isForOthers = false, onClose }: { isForOthers?: boolean; onClose(): void }) {
  const { sites, app } = texts;
  const { act, isBusy } = useMutation(sites.problems);
  const [name, setName] = useState("");
  const [slug, setSlug] = useState<string>();
  const [owner, setOwner] = useState("");
  const [template, setTemplate] = useState<Template>("SITE");
  const [created, setCreated] = useState<{ slug: string; apiKey: string }>();
  const suggested = useSlugOf(name).slice(0, 63).replace(/-+$/, "");
  const chosen = slug ?? suggested;
  const create = () =>
    act(async () => {
      const site = { name: name.trim(), slug: chosen, template };
      setCreated(await (isForOthers ? api.server.createServerSite({ ...site, owner: owner.trim() }) : api.sites.createSite(site)));
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    });
  const isComplete = name.trim().length >= 2 && slugForm.test(chosen) && (!isForOthers || /^\S+@\S+$/.test(owner.trim()));
  if (created)
    return (
      <Dialog
        title={name}
        isOpen
        onClose={onClose}
        role="alertdialog"
        actions={
          isForOthers ? (
            <Button variant="primary" onPress={onClose}>
              {app.done}
            </Button>
          ) : (
            // A page of its own: its policy allows to frame that site's storefront.
            <Button variant="primary" onPress={() => location.assign(`${studioPath}/sites/${created.slug}`)}>
              {sites.open(name.trim())}
            </Button>
          )
        }
      >
        <p>{isForOthers ? shopTexts.server.createdFor : sites.created}</p>
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
        {isForOthers && (
          <TextInput
            label={shopTexts.server.ownerEmail}
            hint={shopTexts.server.ownerHint}
            type="email"
            value={owner}
            onChange={setOwner}
            maxLength={254}
            autoComplete="off"
          />
        )}
        <Choice
          label={sites.template}
          options={templates.map((id) => ({ id, ...sites.templates[id] }))}
          value={template}
          onChange={(id) => setTemplate(id as Template)}
        />
        <div className="row">
          <Button type="submit" variant="primary" isDisabled={isBusy || !isComplete}>
            {sites.create}
          </Button>
          <Button onPress={onClose}>{app.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
