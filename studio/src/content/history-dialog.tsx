import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Suspense, useId, useState } from "react";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { readDraft } from "../draft/block.ts";
import { Ago } from "../parts/ago.tsx";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Loading } from "../parts/loading.tsx";
import { DifferenceList } from "./difference-list.tsx";
import { useDocumentActions } from "./document-actions.ts";
import styles from "./editor.module.css";
import { useDraft, useOpenDocument } from "./open-document.tsx";
import { versionsQuery } from "./versions-query.ts";

/** Publications and earlier drafts on one line; each can be compared with the draft, and restored into it. */
export function HistoryDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog isOpen isWide title={texts.history.title} onClose={onClose}>
      <Suspense fallback={<Loading />}>
        <Versions onClose={onClose} />
      </Suspense>
    </Dialog>
  );
}

function Versions({ onClose }: { onClose(): void }) {
  const { api, key, may } = useSite();
  const { documents, document, translation } = useOpenDocument();
  const actions = useDocumentActions();
  const { id } = document;
  const { locale } = translation;
  const [chosen, setChosen] = useState<number>();
  const ids = useId();
  const { history } = texts;
  const { data } = useSuspenseQuery(versionsQuery({ api, key }, { documents, id, locale }));
  const restore = async (number: number) => {
    onClose();
    await actions.restore(number);
  };
  if (data.data.length === 0) return <p className="soft">{history.none}</p>;
  return (
    <ol className={styles.versions}>
      {data.data.map(({ number, kind, by, at }) => (
        <li key={number} className={styles.version}>
          <div className="row">
            <span id={`${ids}${number}`} className="row">
              <Badge tone={kind === "publication" ? "good" : "plain"}>{history[kind]}</Badge>
              <Ago at={at} />
              {by && <span className="soft">{history.by(by.name)}</span>}
            </span>
            <span className={styles.grow} />
            {/* Named with their version: else all of them are called the same. */}
            <Button
              variant="quiet"
              id={`${ids}${number}c`}
              aria-labelledby={`${ids}${number}c ${ids}${number}`}
              aria-expanded={chosen === number}
              onPress={() => setChosen(chosen === number ? undefined : number)}
            >
              {history.compare}
            </Button>
            {may("content:write") && (
              <Button id={`${ids}${number}r`} aria-labelledby={`${ids}${number}r ${ids}${number}`} onPress={() => void restore(number)}>
                {history.restore}
              </Button>
            )}
          </div>
          {chosen === number && <Compared number={number} />}
        </li>
      ))}
    </ol>
  );
}

/** The difference between a version and the draft: what a restoration would bring back. */
function Compared({ number }: { number: number }) {
  const { api, key } = useSite();
  const { documents, document, translation } = useOpenDocument();
  const draft = useDraft((each) => each.draft);
  const { data: version } = useQuery({
    queryKey: [...key, "version", document.id, translation.locale, number],
    queryFn: () => api.content.getVersion({ documents, id: document.id, locale: translation.locale, number: String(number) }),
    staleTime: Infinity,
  });
  return version ? <DifferenceList before={draft} after={readDraft(version.content)} empty={texts.history.same} /> : <Loading />;
}
