import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Form } from "react-aria-components";
import { describeProblem } from "../app/problems.ts";
import { useGo } from "../app/place.ts";
import { useSite } from "../app/site.tsx";
import { localeName, texts } from "../app/texts.ts";
import { publicationState } from "../draft/publication-state.ts";
import { useDraft, useOpenDocument } from "../content/open-document.tsx";
import { Button } from "../parts/button.tsx";
import { Radios } from "../parts/radios.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { toast } from "../parts/toast.tsx";
import { anotherRelease, ReleaseChoice } from "./release-choice.tsx";
import { openReleasesQuery } from "./release-queries.ts";
import styles from "./releases.module.css";
import { useRenew } from "./use-renew.ts";

/** Puts the open document into a release, as it is now. A release can be made on the way. */
export function AddToRelease({ onClose }: { onClose(): void }) {
  const site = useSite();
  const go = useGo();
  const renew = useRenew();
  const { translation, store } = useOpenDocument();
  const { data: open } = useQuery({ ...openReleasesQuery(site), staleTime: 0 });
  const [chosen, setChosen] = useState<string>();
  const [name, setName] = useState("");
  const hasNews = useDraft(({ draft }) => publicationState(translation, draft).state !== "PUBLISHED");
  const [chosenAction, setChosenAction] = useState<"PUBLISH" | "UNPUBLISH">();
  const action = chosenAction ?? (hasNews ? "PUBLISH" : "UNPUBLISH");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const { releases, app, editor } = texts;
  const { into } = releases;
  const release = chosen ?? open?.[0]?.id ?? anotherRelease;
  const add = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const { status, revision } = await store.getState().flush();
      if (status !== "saved") return setError(editor.status[status]);
      const { id, name: called } =
        release === anotherRelease
          ? await site.api.releases.createRelease({ name: name.trim() })
          : { id: release, name: open?.find((each) => each.id === release)?.name ?? "" };
      // A release that was made is there, even if the document does not get into it: it is not made a second time.
      setChosen(id);
      await site.api.releases.putReleaseItem({ id, translationId: translation.id, action, revision });
      onClose();
      toast(into.done(called), { label: into.show, run: () => go(`/sites/${site.slug}/releases/${id}`) });
    } catch (error) {
      setError(describeProblem(error, releases.problems));
    } finally {
      renew();
      setBusy(false);
    }
  };
  return (
    <Dialog title={into.open} isOpen onClose={onClose}>
      {open === undefined ? (
        <p role="status">{app.loading}</p>
      ) : (
        <Form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          {translation.published && (
            <Radios
              label={releases.addAction}
              options={[
                ...(hasNews ? [{ id: "PUBLISH", label: releases.addPublish }] : []),
                { id: "UNPUBLISH", label: releases.addUnpublish },
              ]}
              value={action}
              onChange={(next) => setChosenAction(next as typeof action)}
            />
          )}
          {hasNews ? action === "PUBLISH" && <p>{into.text(localeName(translation.locale))}</p> : <p>{into.nothingNew}</p>}
          <ReleaseChoice open={open} release={release} onRelease={setChosen} name={name} onName={setName} />
          {error !== undefined && (
            <p role="alert" className={styles.failure}>
              {error}
            </p>
          )}
          <div className="row">
            <Button type="submit" variant="primary" isDisabled={isBusy || (release === anotherRelease && name.trim() === "")}>
              {into.open}
            </Button>
            <Button onPress={onClose}>{app.cancel}</Button>
          </div>
        </Form>
      )}
    </Dialog>
  );
}
