import { useQueryClient } from "@tanstack/react-query";
import { isAdminError, type Release } from "@vitrine/client/admin";
import { useState } from "react";
import { Form } from "react-aria-components";
import { localTime } from "../app/local-time.ts";
import { describeProblem } from "../app/problems.ts";
import { useSite } from "../app/site.tsx";
import { formatDate, texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { toast } from "../parts/toast.tsx";
import { releaseQuery } from "./release-queries.ts";
import { useRenew } from "./use-renew.ts";
import { yourZone } from "./your-zone.ts";

/** Has a release go live at a time to come. Times are those of the person's clock. */
export function ScheduleRelease({ release, onClose }: { release: Release; onClose(): void }) {
  const site = useSite();
  const queries = useQueryClient();
  const renew = useRenew();
  const { id, revision, publishAt, state } = release;
  const [time, setTime] = useState(() => localTime(usualTime(publishAt)));
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { releases, app } = texts;
  const at = new Date(time);
  const run = async (change: { publishAt?: string; state: "OPEN" | "SCHEDULED" }, words: string) => {
    setBusy(true);
    try {
      const saved = await site.api.releases.updateRelease({ id, revision, ...change });
      queries.setQueryData(releaseQuery(site, id).queryKey, saved);
      onClose();
      toast(words);
    } catch (error) {
      const isPast = isAdminError(error, "validation_failed");
      setError(isPast ? releases.past : describeProblem(error, releases.problems));
    } finally {
      setBusy(false);
      renew();
    }
  };
  const plan = () => {
    if (at.getTime() <= Date.now()) return setError(releases.past);
    return void run({ publishAt: at.toISOString(), state: "SCHEDULED" }, releases.scheduledNow(formatDate(at.toISOString())));
  };
  return (
    <Dialog title={releases.schedule} isOpen onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          plan();
        }}
      >
        {state === "SCHEDULED" && publishAt !== null && <p>{releases.scheduledFor(formatDate(publishAt))}</p>}
        <TextInput
          label={releases.scheduleAt}
          hint={yourZone()}
          type="datetime-local"
          value={time}
          onChange={(value) => {
            setTime(value);
            setError(undefined);
          }}
          fault={error}
          autoFocus
        />
        <div className="row">
          <Button type="submit" variant="primary" isDisabled={isBusy || Number.isNaN(at.getTime())}>
            {releases.schedule}
          </Button>
          <Button onPress={onClose}>{app.cancel}</Button>
          {state === "SCHEDULED" && (
            <Button variant="danger" isDisabled={isBusy} onPress={() => void run({ state: "OPEN" }, releases.unscheduled)}>
              {releases.unschedule}
            </Button>
          )}
        </div>
      </Form>
    </Dialog>
  );
}

/** The time that the release has in mind, or else the next morning. */
function usualTime(publishAt: string | null): Date {
  if (publishAt !== null && Date.parse(publishAt) > Date.now()) return new Date(publishAt);
  const morning = new Date();
  morning.setDate(morning.getDate() + 1);
  morning.setHours(9, 0, 0, 0);
  return morning;
}
