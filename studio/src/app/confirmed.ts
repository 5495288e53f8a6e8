import { isAdminError } from "@vitrine/client/admin";
import { createStore } from "zustand/vanilla";

/** The person closed the question instead of confirming that it is them. */
export class NotConfirmed extends Error {}

/** The question that is open: whether it is the person. One at a time. */
export const question = createStore<{ answer?: (isConfirmed: boolean) => void }>(() => ({}));

let asking: Promise<boolean> | undefined;

/** Runs a call; if it needs a recent sign-in, asks for the password and runs it again. Throws `NotConfirmed` if the person does not want to. */
export async function confirmed<Value>(call: () => Promise<Value>): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    if (!isAdminError(error, "confirmation_needed")) throw error;
    asking ??= new Promise<boolean>((answer) => question.setState({ answer }, true)).finally(() => {
      asking = undefined;
      question.setState({}, true);
    });
    if (!(await asking)) throw new NotConfirmed();
    return call();
  }
}
