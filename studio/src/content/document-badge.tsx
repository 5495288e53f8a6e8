import { formatDate, texts } from "../app/texts.ts";
import { Ago } from "../parts/ago.tsx";
import { Badge, type Tone } from "../parts/badge.tsx";
import type { PublicationState } from "../draft/publication-state.ts";
import styles from "./editor.module.css";
import { useOpenDocument } from "./open-document.tsx";

const tones: Readonly<Record<PublicationState["state"], Tone>> = { DRAFT: "plain", PUBLISHED: "good", CHANGED: "accent" };

/** In the bar: how far the open translation is for the public, with the last person who changed it and when. */
export function DocumentBadge({ state, changes }: PublicationState) {
  const { published, editedBy, updatedAt } = useOpenDocument().translation;
  const { editor } = texts;
  const isLive = state === "PUBLISHED" && published !== null;
  const at = isLive ? published.publishedAt : updatedAt;
  const person = isLive || !editedBy ? "" : `${editedBy.name}, `;
  return (
    <span className={styles.state}>
      <Badge tone={tones[state]} title={person + formatDate(at)}>
        {state === "CHANGED" ? editor.changed(changes) : texts.states[state]}
      </Badge>
      <span className={styles.when}>
        {person}
        <Ago at={at} />
      </span>
    </span>
  );
}
