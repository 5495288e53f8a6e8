import { useQueryClient } from "@tanstack/react-query";
import type { Release } from "@vitrine/client/admin";
import { CalendarClock, CalendarX, EllipsisVertical, Eye, Pencil, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { usePlaceActions } from "../app/place-actions.ts";
import { useGo } from "../app/place.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Menu } from "../parts/menu.tsx";
import { toast } from "../parts/toast.tsx";
import { PublishRelease } from "./publish-release.tsx";
import { rightsOn } from "./release-rights.ts";
import { RenameRelease } from "./rename-release.tsx";
import { ScheduleRelease } from "./schedule-release.tsx";
import { useRenew } from "./use-renew.ts";

/** The actions on a release as a whole. */
export function ReleaseActions({ release }: { release: Release }) {
  const site = useSite();
  const go = useGo();
  const queries = useQueryClient();
  const renew = useRenew();
  const { releases, app } = texts;
  const { act, isBusy } = useMutation(releases.problems);
  const [open, setOpen] = useState<"publish" | "schedule" | "rename" | "delete">();
  const { id, name, revision, state, items, changes } = release;
  const { canEdit, canPublish, canLook } = rightsOn(site, release);
  const close = () => setOpen(undefined);
  const isEmpty = items.length + changes.length === 0;
  const unschedule = async () => {
    if (await act(() => site.api.releases.updateRelease({ id, revision, state: "OPEN" }))) toast(releases.unscheduled);
    renew();
  };
  const remove = async () => {
    const isDone = await act(() => site.api.releases.deleteRelease({ id, revision }));
    if (!isDone) return renew();
    // The list is read anew: the one that was seen last still has it.
    queries.removeQueries({ queryKey: [...site.key, "releases"] });
    go(`/sites/${site.slug}/releases`, { replace: true });
    toast(releases.deleted);
  };
  const look = () => go(`/sites/${site.slug}/releases/${id}/preview`);
  const icons = {
    look: <Eye className="icon" aria-hidden />,
    schedule: <CalendarClock className="icon" aria-hidden />,
    publish: <Send className="icon" aria-hidden />,
  };
  usePlaceActions(
    isEmpty
      ? []
      : [
          ...(canPublish
            ? [
                { id: "publish", label: releases.publish, icon: icons.publish, onAction: () => setOpen("publish") },
                { id: "schedule", label: releases.schedule, icon: icons.schedule, onAction: () => setOpen("schedule") },
              ]
            : []),
          ...(canLook && state !== "PUBLISHED" ? [{ id: "look", label: releases.preview, icon: icons.look, onAction: look }] : []),
        ],
  );
  return (
    <>
      {canLook && state !== "PUBLISHED" && (
        <Button isDisabled={isEmpty} onPress={look}>
          {icons.look}
          {releases.preview}
        </Button>
      )}
      {canPublish && (
        <>
          <Button isDisabled={isEmpty} onPress={() => setOpen("schedule")}>
            {icons.schedule}
            {releases.schedule}
          </Button>
          <Button variant="primary" isDisabled={isEmpty} onPress={() => setOpen("publish")}>
            {icons.publish}
            {releases.publish}
          </Button>
        </>
      )}
      {canEdit && (
        <Menu
          isOfPlace
          label={app.more}
          trigger={
            <Button variant="quiet" label={app.more}>
              <EllipsisVertical className="icon" aria-hidden />
            </Button>
          }
          groups={[
            [
              { id: "rename", label: releases.rename, icon: <Pencil className="icon" aria-hidden />, onAction: () => setOpen("rename") },
              ...(state === "SCHEDULED"
                ? [
                    {
                      id: "unschedule",
                      label: releases.unschedule,
                      icon: <CalendarX className="icon" aria-hidden />,
                      onAction: () => void unschedule(),
                    },
                  ]
                : []),
            ],
            [
              {
                id: "delete",
                label: releases.delete,
                icon: <Trash2 className="icon" aria-hidden />,
                isDanger: true,
                onAction: () => setOpen("delete"),
              },
            ],
          ]}
        />
      )}
      {open === "publish" && <PublishRelease release={release} onClose={close} />}
      {open === "schedule" && <ScheduleRelease release={release} onClose={close} />}
      {open === "rename" && <RenameRelease release={release} onClose={close} />}
      <Confirm
        title={releases.deleteTitle(name)}
        label={releases.delete}
        isOpen={open === "delete"}
        isBusy={isBusy}
        onClose={close}
        onConfirm={() => void remove()}
        {...(isEmpty ? {} : { typed: name })}
      >
        <p>{releases.deleteText}</p>
      </Confirm>
    </>
  );
}
