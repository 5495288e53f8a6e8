import { task } from "../../../../lib/tasks/task.ts";
import { takeTurn } from "../take-turn.ts";
import { failingTurnKind } from "../task-kinds.ts";

/** Delivers to an endpoint whose latest delivery failed. */
export const retryWebhooks = task(failingTurnKind, takeTurn(failingTurnKind.name));
