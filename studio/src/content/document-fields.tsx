import { useEffect, useRef } from "react";
import { errorOf } from "../app/refusals.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import type { EditedDraft, Seo } from "../draft/block.ts";
import { Switch } from "../parts/choice.tsx";
import { OriginalText } from "../fields/original-text.tsx";
import { CommentButton } from "../comments/comment-button.tsx";
import { TextInput } from "../parts/field.tsx";
import { loadScripts, slugOf } from "./slug-of.ts";
import { useDraft, useOpenDocument } from "./open-document.tsx";
import { useOriginalOf } from "./original.ts";
import { useReveal } from "./selection.ts";

const commentsOn = (path: string, label: string) => <CommentButton block={null} path={path} label={label} />;
const whole = (draft: EditedDraft) => draft;

/** The title and the address of a document, and of a page what search engines see. */
export function DocumentFields() {
  const { may } = useSite();
  const { store, translation } = useOpenDocument();
  const title = useDraft(({ draft }) => draft.title);
  const slug = useDraft(({ draft }) => draft.slug);
  const seo = useDraft(({ draft }) => draft.seo);
  const problems = useDraft((draft) => draft.problems);
  const isReadOnly = !may("content:write");
  const { editor } = texts;
  const change = (key: string, next: (draft: EditedDraft) => EditedDraft) => store.getState().change(next, { key });
  const changeSeo = (member: keyof Seo, value: string | null | boolean) =>
    change(`/seo/${member}`, (draft) => (draft.seo ? { ...draft, seo: { ...draft.seo, [member]: value } } : draft));
  const original = useOriginalOf(whole);
  const behind = (path: string, value: string | null, use: (text: string) => void) =>
    original && <OriginalText {...{ original, path, value, isReadOnly }} onUse={use} />;
  // A title of which no slug can be made leaves the slug as it is.
  const followTitle = (draft: EditedDraft) => (isFree.current ? { ...draft, slug: slugOf(draft.title) || draft.slug } : draft);
  const changeTitle = (value: string) => {
    change("/title", (draft) => followTitle({ ...draft, title: value }));
    void loadScripts(value).then(() => {
      const { draft } = store.getState();
      if (followTitle(draft).slug !== draft.slug) change("/title", followTitle);
    });
  };
  const error = (path: string) => {
    const problem = problems.find((each) => each.path === path);
    return problem && errorOf(problem);
  };
  // An address that nobody has seen follows the title; one that was published or written by hand stays.
  const isFree = useRef(false);
  useEffect(() => {
    const openedDraft = store.getState().draft;
    void loadScripts(openedDraft.title).then(() => {
      const isMade =
        openedDraft.slug.replace(/(?:^|-)[0-9a-z]{6,10}$/, "") === slugOf(openedDraft.title) ||
        openedDraft.slug === slugOf(openedDraft.title);
      isFree.current = translation.published === null && isMade && store.getState().draft.slug === openedDraft.slug;
    });
  }, [store, translation.published]);
  const form = useRef<HTMLDivElement>(null);
  const reveal = useReveal("document");
  useEffect(() => {
    const fields = reveal ? [...(form.current?.querySelectorAll<HTMLElement>("[name]") ?? [])] : [];
    fields.find((field) => field.getAttribute("name") === reveal?.path)?.focus();
  }, [reveal]);
  return (
    <div ref={form} className="stack">
      <TextInput
        name="/title"
        label={editor.title}
        aside={commentsOn("/title", editor.title)}
        value={title}
        isReadOnly={isReadOnly}
        fault={error("/title")}
        onChange={changeTitle}
      />
      {behind("/title", title, changeTitle)}
      <TextInput
        name="/slug"
        label={editor.slug}
        aside={commentsOn("/slug", editor.slug)}
        hint={editor.slugHint}
        value={slug}
        isReadOnly={isReadOnly}
        fault={error("/slug")}
        onChange={(value) => {
          isFree.current = false;
          change("/slug", (draft) => ({ ...draft, slug: value }));
        }}
      />
      {seo && (
        <fieldset className="stack">
          <legend>
            <h3>{editor.seo}</h3>
          </legend>
          <TextInput
            name="/seo/title"
            label={editor.seoTitle}
            aside={commentsOn("/seo/title", editor.seoTitle)}
            value={seo.title ?? ""}
            isReadOnly={isReadOnly}
            fault={error("/seo/title")}
            onChange={(value) => changeSeo("title", value || null)}
          />
          {behind("/seo/title", seo.title, (text) => changeSeo("title", text))}
          <TextInput
            name="/seo/description"
            label={editor.seoDescription}
            aside={commentsOn("/seo/description", editor.seoDescription)}
            isLong
            value={seo.description ?? ""}
            isReadOnly={isReadOnly}
            fault={error("/seo/description")}
            onChange={(value) => changeSeo("description", value || null)}
          />
          {behind("/seo/description", seo.description, (text) => changeSeo("description", text))}
          <Switch label={editor.noIndex} isOn={seo.noIndex} isDisabled={isReadOnly} onChange={(isOn) => changeSeo("noIndex", isOn)} />
        </fieldset>
      )}
    </div>
  );
}
