export { personalDataCommands } from "./commands.ts";
export { erasePerson, type Erasure } from "./erase-person.ts";
export { exportPerson, type PersonalData } from "./export-person.ts";
export { personOf } from "./person.ts";
