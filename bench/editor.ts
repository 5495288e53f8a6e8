import { editing, runEditors, type Editing, type EditingTask } from "./editing.ts";
import { serveTasks } from "./worker.ts";

/** The editors of a site. */
serveTasks((setup: Editing) => {
  const editors = editing(setup);
  return (task: EditingTask) => runEditors(editors, task);
});
