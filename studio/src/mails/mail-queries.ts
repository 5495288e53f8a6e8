import type { OpenSite } from "../app/site.tsx";

export const mailsQuery = ({ api, key }: OpenSite) => ({
  queryKey: [...key, "mails"],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.mails.listMails({}, { signal }),
});

export const previewQuery = ({ api, key }: OpenSite, kind: string, locale: string) => ({
  queryKey: [...key, "mails", kind, locale],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.mails.previewMail({ kind, locale }, { signal }),
});
