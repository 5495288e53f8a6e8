import { X } from "lucide-react";
import {
  Text,
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components";
import { describeProblem } from "../app/problems.ts";
import { texts } from "../app/texts.ts";
import { Button } from "./button.tsx";
import styles from "./toast.module.css";

interface Toast {
  text: string;
  isProblem?: boolean;
  /** What the button does: it undoes, or leads there. */
  action?: { label: string; run(): void } | undefined;
}

const toasts = new ToastQueue<Toast>({ maxVisibleToasts: 3 });

/** Says in a corner that something was done; `action` is often Undo. It goes after a while, unless it is pointed at. */
export function toast(text: string, action?: Toast["action"]): void {
  toasts.add({ text, action }, { timeout: action ? 10_000 : 5_000 });
}

/** Says what went wrong, until it is closed. */
export function tellProblem(error: unknown, messagesByCode: Readonly<Record<string, string>> = {}): void {
  toasts.add({ text: describeProblem(error, messagesByCode), isProblem: true });
}

export function Toasts() {
  return (
    <ToastRegion queue={toasts} className={styles.region ?? ""}>
      {({ toast }) => (
        <AriaToast toast={toast} className={`${styles.toast} ${toast.content.isProblem ? styles.problem : ""}`}>
          <ToastContent className={styles.words ?? ""}>
            <Text slot="title">{toast.content.text}</Text>
          </ToastContent>
          {toast.content.action && (
            <Button
              variant="quiet"
              className={styles.act ?? ""}
              onPress={() => {
                toast.content.action?.run();
                toasts.close(toast.key);
              }}
            >
              {toast.content.action.label}
            </Button>
          )}
          <Button variant="quiet" slot="close" label={texts.app.close} className={styles.act ?? ""}>
            <X className="icon" aria-hidden />
          </Button>
        </AriaToast>
      )}
    </ToastRegion>
  );
}
