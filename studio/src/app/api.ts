import { createAdminClient, isAdminError, type AdminClient } from "@vitrine/client/admin";
import { QueryClient } from "@tanstack/react-query";

// The script lies in `<studio>/assets/`, whatever path the server is reached below.
const studio = new URL(import.meta.env.DEV ? "/studio/" : "../", import.meta.url);

/** The path of the studio, without a slash at its end: `/studio`. */
export const studioPath = studio.pathname.replace(/\/$/, "");

/** The path of the server, with a slash at its end. */
const serverPath = new URL("../", studio).pathname;

/** The address of something that the server hands out, from a path such as `/media/…`. */
export const serverAddress = (path: string) => serverPath + path.replace(/^\//, "");

/** The admin API, with the browser's session. */
export const api: AdminClient = createAdminClient({ url: location.origin + serverPath });

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The event stream tells when something has changed.
      staleTime: 30_000,
      refetchOnWindowFocus: true,
      // The client repeats what is safe to repeat.
      retry: false,
    },
    mutations: { retry: false },
  },
});

/** Whether the failure means that nobody is signed in, any more or yet. */
export const isSignedOut = (error: unknown) => isAdminError(error, "session_missing", "session_invalid");

/** Leads to the page to sign in on, and from there back to this one. */
export function signIn(): void {
  const next = location.pathname.slice(studioPath.length + 1) + location.search;
  location.assign(`${studioPath}/sign-in${next === "" ? "" : `#${new URLSearchParams({ next }).toString()}`}`);
}
