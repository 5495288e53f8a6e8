import type { OpenSite } from "../app/site.tsx";

export const mailsQuery = ({ api, key }: OpenSite) => ({
  queryKey: [...key, "mails"],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.mails.listMails({}, { signal }),
});
