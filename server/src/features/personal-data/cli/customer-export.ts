import { exportPerson, type PersonalData } from "../index.ts";
import { siteOf, type Command } from "../../../lib/cli/command.ts";
import { givenPerson, nothingHeld, type PersonInput } from "../given-person.ts";

export const customerExport: Command<PersonInput, PersonalData> = {
  run: async (context, input) => {
    const person = givenPerson(input.person);
    const data = await exportPerson(context, await siteOf(context.sql, input.slug), person);
    if (!data) throw nothingHeld(input);
    return data;
  },
  print: (data) => JSON.stringify(data, null, 2),
};
