import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isAdminError, type EditedCategory, type EditedCategoryRow, type Fault } from "@vitrine/client/admin";
import { useState } from "react";
import { Form } from "react-aria-components";
import { describeProblem } from "../app/problems.ts";
import { errorOf } from "../app/refusals.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { localeName, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { useSlugOf } from "../content/slug-of.ts";
import { Button } from "../parts/button.tsx";
import { Switch } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { toast } from "../parts/toast.tsx";

type EditCategoryProps = { onClose(): void } & ({ category: EditedCategoryRow } | { parentId: string | null });

/** Makes a category, or changes the words and the address of one. */
export function EditCategory(props: EditCategoryProps) {
  const { api, key } = useSite();
  const id = "category" in props ? props.category.id : "";
  const { data: category, error } = useQuery({
    queryKey: [...key, "category", id],
    queryFn: ({ signal }) => api.catalog.getEditedCategory({ id }, { signal }),
    enabled: id !== "",
    staleTime: 0,
    gcTime: 0,
  });
  if ("parentId" in props) return <Fields parentId={props.parentId} onClose={props.onClose} />;
  if (category) return <Fields category={category} parentId={category.parentId} onClose={props.onClose} />;
  return (
    <Dialog isOpen title={props.category.title} onClose={props.onClose}>
      <p role="status">{error ? describeProblem(error) : texts.app.loading}</p>
    </Dialog>
  );
}

function Fields({ category: read, parentId, onClose }: { category?: EditedCategory; parentId: string | null; onClose(): void }) {
  const { api, key, site } = useSite();
  const queries = useQueryClient();
  const { categories } = shopTexts;
  const { act, isBusy } = useMutation(categories.problems);
  // As it was when it was opened: nothing is written over while somebody types.
  const [category] = useState(read);
  const [title, setTitle] = useState(category?.title ?? "");
  const [typedSlug, setTypedSlug] = useState(category?.slug);
  const slugOfTitle = useSlugOf(title);
  const slug = typedSlug ?? slugOfTitle;
  const [description, setDescription] = useState(category?.description ?? "");
  const [isPublic, setPublic] = useState(category?.status !== "HIDDEN");
  const [errors, setErrors] = useState<readonly Fault[]>([]);
  const errorAt = (path: string) => {
    const error = errors.find((each) => each.path === path);
    return error && (path === "/slug" && error.code === "duplicate" ? categories.slugTaken : errorOf(error));
  };
  const others = site.locales.filter((locale) => locale !== site.defaultLocale);
  const titleIn = (locale: string) => {
    const words = category?.translations[locale]?.title;
    return typeof words === "string" ? words : "";
  };
  const [titles, setTitles] = useState(() => Object.fromEntries(others.map((locale) => [locale, titleIn(locale)])));
  const canSave = title.trim() !== "" && slug.trim() !== "" && !isBusy;
  const save = async () => {
    const translations = Object.fromEntries(
      others.flatMap((locale) => {
        const words = titles[locale]?.trim() ?? "";
        return words === titleIn(locale) ? [] : [[locale, words === "" ? null : { title: words }]];
      }),
    ) as Record<string, { title: string }>;
    const members = {
      title: title.trim(),
      slug: slug.trim(),
      description: description.trim() || null,
      status: isPublic ? ("ACTIVE" as const) : ("HIDDEN" as const),
      ...(Object.keys(translations).length > 0 && { translations }),
    };
    setErrors([]);
    const isDone = await act(async () => {
      try {
        if (category) await api.catalog.updateCategory({ id: category.id, revision: category.revision, ...members });
        else await api.catalog.createCategory({ parentId, ...members });
      } catch (error) {
        if (isAdminError(error)) setErrors(error.errors);
        throw error;
      }
    });
    await queries.invalidateQueries({ queryKey: [...key, "categories"] });
    if (!isDone) return;
    onClose();
    toast(categories.saved(members.title));
  };
  return (
    <Dialog
      isOpen
      title={category ? categories.editOf(category.title) : categories.add}
      onClose={onClose}
      role="alertdialog"
      actions={
        <>
          <Button onPress={onClose}>{texts.app.cancel}</Button>
          <Button variant="primary" isDisabled={!canSave} onPress={() => void save()}>
            {texts.app.save}
          </Button>
        </>
      }
    >
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (canSave) void save();
        }}
      >
        <TextInput
          label={categories.name}
          autoFocus
          isRequired
          autoComplete="off"
          maxLength={200}
          value={title}
          fault={errorAt("/title")}
          onChange={setTitle}
        />
        <TextInput
          label={categories.address}
          isRequired
          autoComplete="off"
          value={slug}
          fault={errorAt("/slug")}
          hint={category ? categories.addressHint : undefined}
          onChange={setTypedSlug}
        />
        {others.map((locale) => (
          <TextInput
            key={locale}
            label={categories.nameIn(localeName(locale))}
            autoComplete="off"
            maxLength={200}
            lang={locale}
            fault={errorAt(`/translations/${locale}/title`)}
            value={titles[locale] ?? ""}
            onChange={(next) => setTitles({ ...titles, [locale]: next })}
          />
        ))}
        <TextInput label={categories.description} isLong value={description} onChange={setDescription} fault={errorAt("/description")} />
        <Switch label={categories.isPublic} isOn={isPublic} onChange={setPublic} />
        {/* Enter saves, as in any form. */}
        <button type="submit" hidden />
      </Form>
    </Dialog>
  );
}
