import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { localTime } from "../app/local-time.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { TextInput } from "../parts/field.tsx";
import { Radios } from "../parts/radios.tsx";
import { anotherRelease, ReleaseChoice } from "../releases/release-choice.tsx";
import { openReleasesQuery } from "../releases/release-queries.ts";
import { yourZone } from "../releases/your-zone.ts";

/** The release that changes prices: one that is there, or a new one that goes live at a time. */
export type PriceRelease = { id: string; name: string } | { name: string; publishAt: string };

/** When prices change. Undefined: something is missing still. */
type PriceMoment = "now" | PriceRelease | undefined;

/** The state of the fields below. */
export function usePriceMoment() {
  const site = useSite();
  const canRelease = site.may("content:publish");
  const { data: open } = useQuery({ ...openReleasesQuery(site), staleTime: 0, enabled: canRelease });
  const [way, setWay] = useState<"now" | "release">("now");
  const [chosen, setChosen] = useState<string>();
  const [name, setName] = useState("");
  const [time, setTime] = useState(() => localTime(nextFriday()));
  const release = chosen ?? open?.[0]?.id ?? anotherRelease;
  const at = new Date(time);
  const isPast = at.getTime() <= Date.now();
  const existing = open?.find(({ id }) => id === release);
  const another =
    name.trim() === "" || isPast || Number.isNaN(at.getTime()) ? undefined : { name: name.trim(), publishAt: at.toISOString() };
  const moment: PriceMoment = way === "now" ? "now" : existing ? { id: existing.id, name: existing.name } : another;
  return { canRelease, open, way, setWay, release, setChosen, name, setName, time, setTime, isPast, moment };
}

/** Asks whether prices change now, or with which release. */
export function PriceMomentFields({ state }: { state: ReturnType<typeof usePriceMoment> }) {
  const { releases, app } = texts;
  const { products } = shopTexts;
  const { canRelease, open, way, setWay, release, setChosen, name, setName, time, setTime, isPast } = state;
  if (!canRelease) return null;
  return (
    <>
      <Radios
        label={products.when}
        options={[
          { id: "now", label: products.now },
          { id: "release", label: products.inRelease },
        ]}
        value={way}
        onChange={(next) => setWay(next === "release" ? "release" : "now")}
      />
      {way === "release" &&
        (open === undefined ? (
          <p role="status">{app.loading}</p>
        ) : (
          <ReleaseChoice open={open} release={release} onRelease={setChosen} name={name} onName={setName} />
        ))}
      {way === "release" && open !== undefined && release === anotherRelease && (
        <TextInput
          label={releases.scheduleAt}
          hint={yourZone()}
          type="datetime-local"
          value={time}
          onChange={setTime}
          fault={isPast ? releases.past : undefined}
        />
      )}
    </>
  );
}

/** The morning of the next Friday: most sales begin then. */
function nextFriday(): Date {
  const morning = new Date();
  morning.setDate(morning.getDate() + ((5 - morning.getDay() + 6) % 7) + 1);
  morning.setHours(9, 0, 0, 0);
  return morning;
}
