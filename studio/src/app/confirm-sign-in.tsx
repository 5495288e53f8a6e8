import { lazy, Suspense } from "react";
import { useStore } from "zustand";
import { question } from "./confirmed.ts";

const ConfirmDialog = lazy(() => import("./confirm-dialog.tsx").then((loaded) => ({ default: loaded.ConfirmDialog })));

/** Asks for the password once more, whenever a call needs a recent sign-in: see `confirmed`. It stands once in the page. */
export function ConfirmSignIn() {
  const { answer } = useStore(question);
  return answer ? (
    <Suspense>
      <ConfirmDialog answer={answer} />
    </Suspense>
  ) : null;
}
