import type { ListedRelease } from "@vitrine/client/admin";
import { texts } from "../app/texts.ts";
import { Badge, type Tone } from "../parts/badge.tsx";
import { lookOf, type ReleaseLook } from "./calendar-entries.ts";

export const toneOf: Readonly<Record<ReleaseLook, Tone>> = {
  OPEN: "plain",
  PLANNED: "plain",
  SCHEDULED: "accent",
  PUBLISHED: "good",
  FAILED: "bad",
};

/** How far a release is. */
export function ReleaseState({ release }: { release: Pick<ListedRelease, "state" | "publishAt"> }) {
  const look = lookOf(release);
  return <Badge tone={toneOf[look]}>{texts.releases.states[look]}</Badge>;
}
