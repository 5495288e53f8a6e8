import { outputOption, siteArgument } from "../../../../lib/cli/arguments.ts";
import { command } from "../../../../lib/cli/command.ts";
import { siteOf } from "../../../server/sites/index.ts";
import { givenPerson, nothingHeld, personArgument } from "../given-person.ts";
import { exportPerson } from "../export-person.ts";

export const customerExport = command(
  {
    name: "customer export",
    description: "write everything that the site holds about a person, as JSON",
    arguments: [siteArgument, personArgument],
    options: [outputOption],
    input: (slug: string, person: string) => ({ slug, person }),
  },
  {
    run: async (context, input) => {
      const person = givenPerson(input.person);
      const data = await exportPerson(context, await siteOf(context.sql, input.slug), person);
      if (!data) throw nothingHeld(input);
      return data;
    },
    print: (data) => JSON.stringify(data, null, 2),
  },
);
