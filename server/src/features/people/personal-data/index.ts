export { personalDataOperations } from "./operations.ts";
export { personalDataCommands } from "./commands.ts";
export { erasePerson } from "./erase-person.ts";
export type { PersonalData } from "./export-person.ts";
