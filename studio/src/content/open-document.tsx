import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { Document, Translation } from "@vitrine/client/admin";
import { createContext, use, useEffect, useState, type ReactNode } from "react";
import { useStore, type StoreApi } from "zustand";
import { draftStore } from "../app/kept.ts";
import { onConnected, usePeopleAt } from "../app/site-events.ts";
import { useSession, useSite } from "../app/site.tsx";
import { draftApi } from "../draft/draft-api.ts";
import { Loading } from "../parts/loading.tsx";
import { openDraft, type OpenDraft } from "../draft/open-draft.ts";

export interface OpenDocument {
  documents: "pages" | "entries";
  document: Document;
  /** As the server has it. */
  translation: Translation;
  store: StoreApi<OpenDraft>;
  /** Reads the document again. */
  refresh(): void;
}

const DocumentContext = createContext<OpenDocument | undefined>(undefined);

/** The document that is being edited. */
export function useOpenDocument(): OpenDocument {
  const open = use(DocumentContext);
  if (!open) throw new Error("There is no open document here.");
  return open;
}

/** A part of the open draft; the component is rendered again only when that part changes. */
export function useDraft<Part>(select: (draft: OpenDraft) => Part): Part {
  return useStore(useOpenDocument().store, select);
}

interface OpenDocumentProps {
  documents: "pages" | "entries";
  id: string;
  locale: string;
  /** Where the document has no such locale. */
  missing(document: Document): ReactNode;
  children: ReactNode;
}

/** Opens one translation of a document, keeps it in step with the server, and says to others that somebody is here. */
export function OpenDocument({ documents, id, locale, missing, children }: OpenDocumentProps) {
  const { api, key, slug, may } = useSite();
  const { admin } = useSession();
  const queries = useQueryClient();
  const queryKey = [...key, "document", documents, id];
  const { data: document } = useSuspenseQuery({ queryKey, queryFn: () => api.content.getDocument({ documents, id }) });
  const translation = document.translations.find((each) => each.locale === locale);
  const isThere = translation !== undefined;
  const [store, setStore] = useState<StoreApi<OpenDraft>>();

  useEffect(() => {
    if (!translation) return undefined;
    let opened: StoreApi<OpenDraft> | undefined;
    let isOver = false;
    void openDraft({
      address: { account: admin.id, site: slug, documents, document: id, locale },
      translation,
      keeper: draftStore,
      api: draftApi(api, { site: slug, documents, document: id, locale }),
    }).then((newStore) => {
      opened = newStore;
      if (isOver) void newStore.getState().close();
      else setStore(newStore);
    });
    return () => {
      isOver = true;
      setStore(undefined);
      void opened?.getState().close();
    };
    // Opened once for each translation: what the server says later is taken below.
  }, [documents, id, locale, slug, admin.id, isThere]);

  useEffect(() => {
    if (translation) store?.getState().takeServer(translation);
  }, [store, translation]);
  useFlushOnHide(store);
  const canWrite = may("content:write");
  useEffect(() => {
    // The server refused these words without the right: send them again.
    if (canWrite) store?.getState().retry();
  }, [store, canWrite]);
  usePresence(id, locale);

  if (!translation) return missing(document);
  if (!store) return <Loading />;
  const refresh = () => void queries.invalidateQueries({ queryKey });
  return <DocumentContext value={{ documents, document, translation, store, refresh }}>{children}</DocumentContext>;
}

/** Writes and sends at once what may wait a moment otherwise, when the page goes; and tries again when the network is back. */
function useFlushOnHide(store: StoreApi<OpenDraft> | undefined): void {
  useEffect(() => {
    if (!store) return undefined;
    const hurry = () => {
      draftStore.hurry();
      void store.getState().flush();
    };
    const hide = () => {
      if (globalThis.document.hidden) hurry();
    };
    const retry = () => store.getState().retry();
    addEventListener("pagehide", hurry);
    addEventListener("visibilitychange", hide);
    addEventListener("online", retry);
    return () => {
      removeEventListener("pagehide", hurry);
      removeEventListener("visibilitychange", hide);
      removeEventListener("online", retry);
    };
  }, [store]);
}

const announceEveryMs = 20_000;

/** Says to others that the person is at this document, as long as the page is in sight. */
function usePresence(document: string, locale: string): void {
  const { api } = useSite();
  useEffect(() => {
    const announce = () => {
      if (!globalThis.document.hidden) api.sites.announcePresence({ document, locale }).catch(() => undefined);
    };
    announce();
    const timer = setInterval(announce, announceEveryMs);
    // Others may have seen the person go meanwhile.
    const stop = onConnected(announce);
    addEventListener("visibilitychange", announce);
    return () => {
      clearInterval(timer);
      stop();
      removeEventListener("visibilitychange", announce);
    };
  }, [api, document, locale]);
}

/** The names of others who are at this document. */
export function useOthers(document: string, locale: string): readonly string[] {
  const { admin } = useSession();
  const people = usePeopleAt(document, locale) ?? [];
  return people.filter(({ id }) => id !== admin.id).map(({ name }) => name);
}
