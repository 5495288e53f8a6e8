import { useState } from "react";
import { Form } from "react-aria-components";
import { api } from "../app/api.ts";
import { useSession } from "../app/site.tsx";
import { shopTexts } from "../app/shop-texts.ts";
import { languageOf, languages, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { TextInput } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import { toast } from "../parts/toast.tsx";
import { refreshSession } from "./self.ts";

/** The name, and the language in which the studio speaks. */
export function Profile() {
  const { admin } = useSession();
  const { account } = shopTexts;
  const { app } = texts;
  const { act, isBusy } = useMutation();
  const [name, setName] = useState(admin.name);
  const saveName = async () => {
    const isDone = await act(() => api.self.updateMe({ name: name.trim() }));
    if (!isDone) return;
    await refreshSession();
    toast(account.saved);
  };
  const setLanguage = async (id: string) => {
    const isDone = await act(() => api.self.updateMe({ locale: languageOf([id]) }));
    // Every part takes the words as there: they are loaded with the page.
    if (isDone) location.reload();
  };
  return (
    <Card title={account.profile}>
      <div className="stack">
        <Form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void saveName();
          }}
        >
          <TextInput label={account.name} hint={account.nameHint} value={name} onChange={setName} maxLength={200} autoComplete="name" />
          {name.trim() !== admin.name && (
            <div>
              <Button type="submit" variant="primary" isDisabled={isBusy || name.trim() === ""}>
                {app.save}
              </Button>
            </div>
          )}
        </Form>
        <Choice
          label={account.language}
          options={languages.map((id) => ({ id, label: nameInItself(id) }))}
          value={languageOf([admin.locale])}
          isDisabled={isBusy}
          onChange={(id) => void setLanguage(id)}
        />
      </div>
    </Card>
  );
}

/** The name of a language in itself, so that its speakers find it. */
function nameInItself(id: string): string {
  const name = new Intl.DisplayNames([id], { type: "language" }).of(id) ?? id;
  return name.charAt(0).toLocaleUpperCase(id) + name.slice(1);
}
