import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { isAdminError, type SiteEvent } from "@vitrine/client/admin";
import { useEffect } from "react";
import { create } from "zustand";
import { isSignedOut } from "./api.ts";
import { useSite, type OpenSite } from "./site.tsx";

const listeners = new Set<(event: SiteEvent) => void>();

/** Hears every event of the open site. Returns how to stop. */
export function onSiteEvent(listen: (event: SiteEvent) => void): () => void {
  listeners.add(listen);
  return () => void listeners.delete(listen);
}

const connected = new Set<() => void>();

/** Calls back whenever the stream of events is open, also again after it was lost. Returns how to stop. */
export function onConnected(listen: () => void): () => void {
  connected.add(listen);
  return () => void connected.delete(listen);
}

type People = (SiteEvent & { event: "presence" })["data"]["admins"];

/** Who is where, by document and locale. A stream tells all of it when it begins, and later only what changes. */
const usePresences = create<Readonly<Record<string, People>>>()(() => ({}));

/** The people who are at a document, as far as the stream has told, also before somebody asked. */
export const usePeopleAt = (document: string, locale: string): People | undefined =>
  usePresences((presences) => presences[`${document} ${locale}`]);

/** The queries that show things of a type, by the word after the site in their keys. */
const shownBy: Readonly<Record<string, readonly string[]>> = {
  page: ["documents", "document", "overview", "threads", "reviews"],
  entry: ["documents", "document", "overview", "threads", "reviews"],
  comment: ["threads"],
  review: ["reviews", "overview"],
  document: ["documents", "document", "overview"],
  preview: ["previews"],
  translation: ["documents", "document", "overview"],
  trash: ["documents"],
  asset: ["assets", "asset"],
  site: ["settings", "mails"],
  member: ["members"],
  invitation: ["invitations"],
  key: ["keys"],
  webhook: ["webhooks", "overview"],
  blockType: ["block-types"],
  contentType: ["content-types"],
  release: ["releases", "release"],
  product: ["products", "product", "overview"],
  category: ["categories", "category", "products"],
  plan: ["plans", "plan"],
  discount: ["discounts", "discount"],
  plugin: ["plugin"],
  order: ["orders", "order", "overview"],
  customer: ["customers", "customer"],
  form: ["forms", "form"],
  submission: ["submissions", "submission", "overview"],
};

function refresh(queries: QueryClient, { key }: OpenSite, event: SiteEvent): void {
  if (event.event === "reset") return void queries.invalidateQueries({ queryKey: key });
  if (event.event === "presence") {
    const { document, locale, admins } = event.data;
    return usePresences.setState({ [`${document} ${locale}`]: admins });
  }
  for (const name of [...(shownBy[event.data.type] ?? []), "audit"]) void queries.invalidateQueries({ queryKey: [...key, name] });
  // It may be one's own role, which decides what every screen shows.
  if (event.data.type === "member") void queries.invalidateQueries({ queryKey: ["session"] });
}

/** Follows what happens in the open site, and has the queries that show it read it again. */
export function useSiteEvents(): void {
  const site = useSite();
  const queries = useQueryClient();
  useEffect(() => {
    const ending = new AbortController();
    const follow = async () => {
      const onOpen = () => {
        // Forgets the people who left while the stream was lost.
        usePresences.setState({}, true);
        for (const listen of connected) listen();
      };
      for await (const event of site.api.events({}, { signal: ending.signal, onOpen })) {
        refresh(queries, site, event);
        for (const listen of listeners) listen(event);
      }
    };
    follow().catch((error: unknown) => {
      if (ending.signal.aborted) return;
      if (!isAdminError(error)) throw error;
      // Somebody signed out, or is not a member any more. The next question of a screen says so, without a loss.
      void queries.invalidateQueries({ queryKey: ["session"] });
      if (!isSignedOut(error)) void queries.invalidateQueries({ queryKey: [...site.key, "settings"] });
    });
    return () => {
      ending.abort();
      usePresences.setState({}, true);
    };
  }, [site, queries]);
}
