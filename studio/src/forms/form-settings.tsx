import { useEffect, useRef } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import type { Definition } from "../model/definition.ts";
import model from "../model/model.module.css";
import { useOpenDefinition } from "../model/use-definition-editor.ts";
import { Labelled, TextInput } from "../parts/field.tsx";
import { FormFieldSettings } from "./form-field-settings.tsx";
import { isMoreThanFields } from "./form-kinds.ts";

/** The settings of the chosen field; of the form itself where none is chosen. */
export function FormSettings() {
  const { selected, opened } = useOpenDefinition();
  const { formBuilder } = shopTexts;
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // Where the columns stand below each other, the settings would be out of sight.
    if (opened > 0 && matchMedia("(max-width: 900px)").matches) place.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <section ref={place} className={model.settings} aria-label={selected ? formBuilder.fieldSettings : formBuilder.aboutForm}>
      {selected ? <FormFieldSettings node={selected} /> : <AboutForm />}
    </section>
  );
}

function AboutForm() {
  const { definition, change } = useOpenDefinition();
  const { site } = useSite();
  const { formBuilder } = shopTexts;
  const set = (member: keyof Definition, value: string) => change((before) => ({ ...before, [member]: value }), member);
  const { title, submitLabel = "", successMessage = "", schema } = definition;
  const notified = site.settings.forms?.notify ?? [];
  return (
    <>
      <h2 className={model.settingsTitle}>{formBuilder.aboutForm}</h2>
      <TextInput
        label={formBuilder.name}
        hint={formBuilder.nameHint}
        value={title}
        isRequired
        maxLength={200}
        onChange={(text) => set("title", text)}
      />
      <TextInput
        label={formBuilder.submitLabel}
        value={submitLabel}
        isRequired
        maxLength={100}
        onChange={(text) => set("submitLabel", text)}
      />
      <TextInput
        label={formBuilder.successMessage}
        hint={formBuilder.successHint}
        value={successMessage}
        isLong
        isRequired
        maxLength={2_000}
        onChange={(text) => set("successMessage", text)}
      />
      <Labelled label={formBuilder.notified} hint={formBuilder.notifiedHint}>
        <p className={notified.length === 0 ? "soft" : ""}>{notified.length === 0 ? formBuilder.nobodyNotified : notified.join(", ")}</p>
      </Labelled>
      {isMoreThanFields(schema) && <p className={model.note}>{formBuilder.moreThanFields}</p>}
    </>
  );
}
