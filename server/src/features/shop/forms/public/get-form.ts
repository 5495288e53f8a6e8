import { Type } from "typebox";
import type { ReadDeps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { publishedRead } from "../../../../lib/published/published-read.ts";
import { isSlug } from "../../../../lib/text/slug.ts";
import { Form, FormSlug, formNotFound } from "../form.ts";
import { formsTag } from "../tags.ts";

/** One form, as a page needs it to show its fields. */
export const getForm = publishedRead(
  {
    id: "getForm",
    path: "/api/public/v1/plugins/svc.forms/forms/{slug}",
    problems: [formNotFound],
    tags: ["Forms"],
    summary: "Read a form",
    description:
      "Answers what a page needs to show the form and to check what was entered before it is submitted. Who is told of " +
      "submissions is never part of it. There are no forms while the plugin `svc.forms` is switched off.",
    params: Type.Object({ slug: FormSlug }),
    response: { 200: Single(Form) },
  },
  ({ params: { slug } }) => {
    if (!isSlug(slug)) throw new ProblemError(formNotFound);
    return { slug };
  },
  async ({ sql }: ReadDeps, site, { slug }) => {
    const [row] = await sql<{ contentVersion: number; json: string | null }>`
        select
          site_versions.content_version::float8 as "contentVersion",
          json_build_object(
            'slug', forms.slug,
            'name', forms.name,
            'schema', forms.schema,
            'uiSchema', forms.ui_schema,
            'submitLabel', forms.submit_label
          )::text as json
        from site_versions
        join forms on forms.site_id = site_versions.site_id and forms.slug = ${slug}
        left join plugins on plugins.site_id = site_versions.site_id and plugins.plugin = 'svc.forms'
        where site_versions.site_id = ${site.id} and plugins.enabled is distinct from false`;
    if (!row?.json) throw new ProblemError(formNotFound);
    return { contentVersion: row.contentVersion, json: `{"data":${row.json}}`, tags: [formsTag] };
  },
);
