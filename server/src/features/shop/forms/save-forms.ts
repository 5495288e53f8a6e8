import type { Sql } from "../../../ports/database.ts";
import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import { emptyTally, type Tally } from "../../../lib/observing/tally.ts";
import { formsTag } from "./tags.ts";
import type { Schema } from "./form-members.ts";

export interface FormInput {
  slug: string;
  name: string;
  schema: Schema;
  uiSchema: Schema;
  submitLabel: string;
  successMessage: string;
}

/** Creates or updates forms by `slug`, a changed one as a new version. Rows that would not change are not touched. */
export async function saveForms(
  tx: Sql,
  { now, ids, touched }: PublicWriteContext,
  siteId: string,
  inputs: readonly FormInput[],
): Promise<Tally> {
  const tally = emptyTally();
  for (const { slug, name, schema, uiSchema, submitLabel, successMessage } of inputs) {
    const [saved] = await tx<{ created: boolean }>`
      insert into forms (site_id, id, slug, name, schema, ui_schema, submit_label, success_message, created_at, updated_at)
      values (
        ${siteId}, ${ids.next()}, ${slug}, ${name}, ${JSON.stringify(schema)}::json, ${JSON.stringify(uiSchema)}::json,
        ${submitLabel}, ${successMessage}, ${now}, ${now}
      )
      on conflict (site_id, slug) do update set
        name = excluded.name,
        schema = excluded.schema,
        ui_schema = excluded.ui_schema,
        submit_label = excluded.submit_label,
        success_message = excluded.success_message,
        version = forms.version + 1,
        updated_at = excluded.updated_at
      where (forms.name, forms.schema::text, forms.ui_schema::text, forms.submit_label, forms.success_message)
        is distinct from (excluded.name, excluded.schema::text, excluded.ui_schema::text, excluded.submit_label, excluded.success_message)
      returning xmax = 0 as created`;
    if (saved) touched.add(formsTag);
    if (!saved) tally.unchanged += 1;
    else if (saved.created) tally.created += 1;
    else tally.updated += 1;
  }
  return tally;
}
