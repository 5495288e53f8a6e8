export { teamCommands } from "./commands.ts";
export { teamOperations } from "./operations.ts";
export { teamJobs, teamTasks } from "./tasks.ts";
export { addOwner } from "./add-owner.ts";
export { findPersonOfSession, findPersonOfToken, noteUse, type FoundPerson, type FoundPlace } from "./find-person.ts";
