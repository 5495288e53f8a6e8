import { useSuspenseQuery } from "@tanstack/react-query";
import type { EditedForm } from "@vitrine/client/admin";
import { useMemo, useState } from "react";
import { NotHere } from "../app/not-here.tsx";
import { usePlace } from "../app/place.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { Conflict } from "../model/conflict.tsx";
import { DefinitionTools, useDefinitionKeys, type View } from "../model/definition-tools.tsx";
import model from "../model/model.module.css";
import { DefinitionContext, useDefinitionEditor } from "../model/use-definition-editor.ts";
import { Leaving } from "../parts/leaving.tsx";
import { Page } from "../parts/page.tsx";
import { SaveBar } from "../parts/save-bar.tsx";
import { To } from "../parts/to.tsx";
import { DeleteForm } from "./delete-form.tsx";
import { FormCode } from "./form-code.tsx";
import { FormFields } from "./form-fields.tsx";
import { FormPreview } from "./form-preview.tsx";
import { formQuery } from "./form-queries.ts";
import { FormProblems } from "./form-problems.tsx";
import { FormSettings } from "./form-settings.tsx";
import { storedOf, useSaveForm } from "./use-save-form.ts";

/** The builder of a form. */
export function EditForm() {
  const site = useSite();
  const { slug = "" } = usePlace();
  return site.may("forms:write") ? <StoredForm key={slug} slug={slug} /> : <NotHere />;
}

function StoredForm({ slug }: { slug: string }) {
  const { data: form } = useSuspenseQuery(formQuery(useSite(), slug));
  return <Builder form={form} />;
}

/** Its fields with their settings, or its code; beside them the form as visitors get it. */
function Builder({ form }: { form: EditedForm }) {
  const { slug: site } = useSite();
  const { formBuilder, forms } = shopTexts;
  const { slug } = form;
  const stored = useMemo(() => storedOf(form), [form]);
  const editor = useDefinitionEditor(stored, false);
  const saving = useSaveForm(slug, editor);
  const [view, setView] = useState<View>("fields");
  const [isGone, setGone] = useState(false);
  const { definition, isEdited, undo, redo, clashes } = editor;
  useDefinitionKeys({ save: saving.save, undo, redo });
  return (
    <DefinitionContext value={editor}>
      <Page
        title={definition.title || slug}
        text={
          <>
            <To path={`/sites/${site}/forms`}>{forms.title}</To> › <To path={`/sites/${site}/forms/${slug}`}>{forms.submissions}</To> ›{" "}
            <code>{slug}</code>
          </>
        }
        actions={
          <>
            <DefinitionTools label={formBuilder.view} labels={formBuilder.views} view={view} onView={setView} undo={undo} redo={redo} />
            <DeleteForm form={form} onGone={() => setGone(true)} />
          </>
        }
      >
        {clashes.length > 0 && <Conflict changedBy={saving.changedBy} />}
        <FormProblems errors={saving.errors} />
        <div className={view === "code" ? model.codeColumns : model.columns}>
          {view === "code" ? (
            <FormCode />
          ) : (
            <>
              <FormFields />
              <FormSettings key={editor.opened} />
            </>
          )}
          <div className={model.beside}>
            <FormPreview definition={definition} />
          </div>
        </div>
        {isEdited && clashes.length === 0 && (
          <SaveBar
            isBusy={saving.isBusy}
            isWrong={saving.blocking !== undefined}
            status={saving.blocking}
            onSave={saving.save}
            onDiscard={editor.discard}
          />
        )}
        <Leaving isEdited={isEdited && !isGone} />
      </Page>
    </DefinitionContext>
  );
}
