import { performance } from "node:perf_hooks";
import { requestText, sendText, type Read } from "./exchange.ts";
import { keepConnection } from "./kept-connection.ts";
import { clients, repeatFor, type Repeated } from "./checkout-client.ts";

/** Editors at work, or the bare loop without a server: the same number at once. */
export interface EditingTask {
  kind: "save" | "list" | "listAssets";
  milliseconds: number;
  /** The pause of each editor after each answer; absent: none. */
  pauseMs?: number;
}

/** The page that an editor works on. */
export interface EditedPage {
  id: string;
  translationId: string;
}

/** Editors of one site, and their work. */
export interface Editing {
  port: number;
  siteSlug: string;
  /** Of a session. */
  headers: Read["headers"];
  /** One for each editor. */
  pages: readonly EditedPage[];
  draft: object;
  /** Of documents. */
  list: string;
}

export interface Editors {
  /** Learns the revision of the editor's draft, which a save would otherwise do first. */
  open?(editor: number): Promise<void>;
  save(editor: number): Promise<void>;
  list(editor: number): Promise<void>;
  listAssets(editor: number): Promise<void>;
}

/** Runs a task with all editors at once, each one step after the other. */
export function runEditors(editors: Editors, { kind, milliseconds, pauseMs = 0 }: EditingTask): Promise<Repeated> {
  return repeatFor(milliseconds, async (editor) => {
    const beganAt = performance.now();
    await editors[kind](editor);
    const ms = performance.now() - beganAt;
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return ms;
  });
}

/** Editors who save their own page's draft again and again, or list what there is. Throws after any fault. */
export function editing({ port, siteSlug, headers, pages, draft, list }: Editing): Required<Editors> & { close(): void } {
  const connections = Array.from({ length: clients }, () => keepConnection(port));
  const revisions = new Map<number, number>();
  const ask = async (editor: number, request: string) => {
    const { status, body } = await (connections[editor] as (typeof connections)[number]).ask(request);
    if (status !== 200) throw new Error(`The server answered ${status}: ${body.slice(0, 300)}`);
    return body;
  };
  const base = `/api/admin/v1/sites/${siteSlug}`;
  const [listing, assets] = [list, "/assets?pageSize=50"].map((path) => requestText({ path: base + path, headers })) as [string, string];
  const pageOf = (editor: number) => pages[editor % pages.length] as EditedPage;
  const open = async (editor: number) => {
    const body = await ask(editor, requestText({ path: `${base}/pages/${pageOf(editor).id}`, headers }));
    revisions.set(editor, (JSON.parse(body) as { data: { translations: [{ revision: number }] } }).data.translations[0].revision);
  };
  return {
    open,
    save: async (editor) => {
      if (!revisions.has(editor)) await open(editor);
      const revision = revisions.get(editor) ?? NaN;
      const path = `${base}/pages/${pageOf(editor).id}/en/draft`;
      await ask(editor, sendText("PUT", { path, headers: { ...headers, "if-match": `"${revision}"` } }, draft));
      revisions.set(editor, revision + 1);
    },
    list: async (editor) => void (await ask(editor, listing)),
    listAssets: async (editor) => void (await ask(editor, assets)),
    close: () => connections.forEach((connection) => connection.close()),
  };
}
