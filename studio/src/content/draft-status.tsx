import { useSyncExternalStore } from "react";
import { CircleCheck, CloudOff, LoaderCircle, TriangleAlert } from "lucide-react";
import { signIn } from "../app/api.ts";
import { draftStore } from "../app/kept.ts";
import { describeRefusal } from "../app/problems.ts";
import { useSession } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import styles from "./editor.module.css";
import { useDraft } from "./open-document.tsx";

const icons = {
  saved: CircleCheck,
  saving: LoaderCircle,
  offline: CloudOff,
  ended: CloudOff,
  conflict: TriangleAlert,
  refused: TriangleAlert,
} as const;

/** Where the words are: on the server, on their way, or kept here. */
export function DraftStatus() {
  const status = useDraft((draft) => draft.status);
  const changedBy = useDraft((draft) => draft.changedBy);
  const refusal = useDraft((draft) => draft.refusal);
  const { editor } = texts;
  const Icon = icons[status];
  const { admin } = useSession();
  const storeStatus = useSyncExternalStore(draftStore.subscribe, () => draftStore.status);
  const words = status === "conflict" && changedBy && changedBy.id !== admin.id ? editor.changedBy(changedBy.name) : editor.status[status];
  const detail = refusal ? describeRefusal(refusal) : "";
  return (
    <span className={styles.status} data-status={status}>
      <span role="status" className={styles.statusWords}>
        <Icon className="icon" aria-hidden />
        {words}
        {status === "refused" && detail !== "" && `: ${detail}`}
      </span>
      {storeStatus === "failed" && status !== "saved" && <span>{editor.onlyHere}</span>}
      {status === "ended" && (
        <Button variant="quiet" onPress={signIn}>
          {editor.signInAgain}
        </Button>
      )}
    </span>
  );
}
