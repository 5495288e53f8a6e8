import { task } from "../../../../lib/tasks/task.ts";
import { takeTurn } from "../take-turn.ts";
import { turnKind } from "../task-kinds.ts";

/** Delivers to an endpoint whose latest delivery succeeded. */
export const deliverWebhooks = task(turnKind, takeTurn(turnKind.name));
