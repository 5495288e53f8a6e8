import { useQueryClient } from "@tanstack/react-query";
import type { FormSubmission } from "@vitrine/client/admin";
import { serverAddress } from "../app/api.ts";
import { useSite, type OpenSite } from "../app/site.tsx";

export const formQuery = ({ api, key }: OpenSite, slug: string) => ({
  queryKey: [...key, "form", slug],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.forms.getEditedForm({ slug }, { signal }),
});

/** Every list and count of a form's submissions has a key that begins with this one. */
export const submissionsKey = ({ key }: OpenSite, form: string) => [...key, "submissions", form];

export const submissionQuery = ({ api, key }: OpenSite, form: string, id: string) => ({
  queryKey: [...key, "submission", form, id],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.forms.getSubmission({ slug: form, id }, { signal }),
});

/** The number of submissions that nobody has marked as read. The list of forms does not have it. */
export const newCountQuery = (site: OpenSite, form: string) => ({
  queryKey: [...submissionsKey(site, form), "new"],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await site.api.forms.listSubmissions({ slug: form, read: false, spam: false, pageSize: 1 }, { signal })).total,
  // Visitors send forms, and no event tells of that.
  staleTime: 0,
});

/** Shows a submission as the server answered it, and reads again what shows it among others. Without one: it is gone. */
export function useShowSubmission(form: string): (id: string, submission?: FormSubmission) => void {
  const site = useSite();
  const queries = useQueryClient();
  return (id, submission) => {
    const { queryKey } = submissionQuery(site, form, id);
    if (submission) queries.setQueryData(queryKey, submission);
    else queries.removeQueries({ queryKey });
    for (const queryKey of [submissionsKey(site, form), [...site.key, "overview"]]) void queries.invalidateQueries({ queryKey });
  };
}

const formAddress = (site: OpenSite, form: string) =>
  serverAddress(`/api/admin/v1/sites/${encodeURIComponent(site.slug)}/forms/${encodeURIComponent(form)}`);

/** The address that answers the submissions as a table. */
export function csvAddress(site: OpenSite, form: string, filter: Readonly<Record<string, string | boolean | undefined>>): string {
  const entries = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return `${formAddress(site, form)}/submissions.csv?${new URLSearchParams(entries).toString()}`;
}

/** The address from which a browser saves a file of a submission, and never shows it. */
export const fileAddress = (site: OpenSite, form: string, submission: string, file: string) =>
  `${formAddress(site, form)}/submissions/${submission}/files/${file}`;
