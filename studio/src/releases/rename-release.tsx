import { useQueryClient } from "@tanstack/react-query";
import type { Release } from "@vitrine/client/admin";
import { useState } from "react";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { releaseQuery } from "./release-queries.ts";
import { NameForm } from "./name-form.tsx";
import { useRenew } from "./use-renew.ts";

/** Gives a release another name. */
export function RenameRelease({ release: { id, revision, name: before }, onClose }: { release: Release; onClose(): void }) {
  const site = useSite();
  const queries = useQueryClient();
  const renew = useRenew();
  const { releases, app } = texts;
  const { act, isBusy } = useMutation(releases.problems);
  const [name, setName] = useState(before);
  const save = async () => {
    const isDone = await act(async () => {
      const saved = await site.api.releases.updateRelease({ id, revision, name: name.trim() });
      queries.setQueryData(releaseQuery(site, id).queryKey, saved);
    });
    renew();
    if (isDone) onClose();
  };
  return (
    <NameForm
      title={releases.rename}
      action={app.save}
      name={name}
      onName={setName}
      isBusy={isBusy}
      onSubmit={() => void save()}
      onClose={onClose}
    />
  );
}
