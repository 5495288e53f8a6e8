import { useState } from "react";
import { tellProblem } from "../parts/toast.tsx";
import { confirmed, NotConfirmed } from "./confirmed.ts";

/**
 * Runs what changes something on the server: `isBusy` meanwhile, a recent sign-in is asked for where it is needed, and a problem is told, in the words of
 * `known` by its code. Resolves with whether it was done.
 */
export function useMutation(sentences?: Readonly<Record<string, string>>) {
  const [isBusy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    try {
      await confirmed(work);
      return true;
    } catch (error) {
      if (!(error instanceof NotConfirmed)) tellProblem(error, sentences);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { act, isBusy };
}
