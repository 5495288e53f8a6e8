import { useState } from "react";
import { useGo } from "../app/place.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { TextInput } from "../parts/field.tsx";
import { NameForm } from "./name-form.tsx";
import { useRenew } from "./use-renew.ts";
import { yourZone } from "./your-zone.ts";

/** Makes a release, and goes there. */
export function NewRelease({ onClose }: { onClose(): void }) {
  const { api, slug } = useSite();
  const go = useGo();
  const renew = useRenew();
  const { releases } = texts;
  const { act, isBusy } = useMutation(releases.problems);
  const [name, setName] = useState("");
  const [time, setTime] = useState("");
  const at = new Date(time);
  const create = () =>
    act(async () => {
      const release = await api.releases.createRelease({
        name: name.trim(),
        ...(Number.isNaN(at.getTime()) ? {} : { publishAt: at.toISOString() }),
      });
      renew();
      go(`/sites/${slug}/releases/${release.id}`, { replace: true });
    });
  return (
    <NameForm
      title={releases.create}
      action={releases.create}
      name={name}
      onName={setName}
      isBusy={isBusy}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      <TextInput
        label={releases.plannedFor}
        hint={`${releases.plannedHint} ${yourZone()}`}
        type="datetime-local"
        value={time}
        onChange={setTime}
      />
    </NameForm>
  );
}
