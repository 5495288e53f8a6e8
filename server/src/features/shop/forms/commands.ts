import { formList } from "./cli/form-list.ts";
import { formSubmissions } from "./cli/form-submissions.ts";

export const formsCommands = [formList, formSubmissions];
