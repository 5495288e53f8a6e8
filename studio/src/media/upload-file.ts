import type { Asset } from "@vitrine/client/admin";
import { api, serverAddress } from "../app/api.ts";
import type { Sent, UploadMeans } from "./upload-queue.ts";

/** Sends a file to the site's media library, by the one means of the browser that tells how much has gone. */
export const uploaderOf =
  (siteSlug: string): UploadMeans["send"] =>
  ({ file, folder }, onProgress, signal) =>
    new Promise<Sent>((resolve) => {
      const request = new XMLHttpRequest();
      request.open("POST", serverAddress(`/api/admin/v1/sites/${encodeURIComponent(siteSlug)}/assets`));
      request.responseType = "text";
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => resolve(resultOf(request));
      request.onerror = () => resolve({ kind: "lost" });
      request.onabort = () => resolve({ kind: "cancelled" });
      signal.addEventListener("abort", () => request.abort(), { once: true });
      const form = new FormData();
      if (folder !== "") form.set("folder", folder);
      // Last, so that the server knows all else by then.
      form.set("file", file);
      request.send(form);
    });

const mostTries = 3;

/** Sends one file, and waits for the server where it is busy. */
export async function uploadFile(siteSlug: string, file: File, signal: AbortSignal): Promise<Sent> {
  const send = uploaderOf(siteSlug);
  for (let tries = 1; ; tries += 1) {
    const sent: Sent = signal.aborted ? { kind: "cancelled" } : await send({ file, folder: "" }, () => undefined, signal);
    if (sent.kind !== "busy" || tries === mostTries) return sent;
    await new Promise((resolve) => setTimeout(resolve, sent.afterMs));
  }
}

function resultOf(request: XMLHttpRequest): Sent {
  const { status, responseText } = request;
  const answer = readObject(responseText);
  if (status === 200 || status === 201) {
    const { id, duplicate, cut = [] } = (answer?.data ?? {}) as Partial<Asset> & { duplicate?: boolean; cut?: string[] };
    return id === undefined ? { kind: "lost" } : { kind: "done", assetId: id, isDuplicate: duplicate === true, cut };
  }
  if (status === 401) return { kind: "signed-out" };
  if (status === 429 || status === 503)
    return { kind: "busy", afterMs: 1_000 * Math.max(1, Number(request.getResponseHeader("retry-after")) || 2) };
  // A proxy in front of a server that restarts.
  if (status === 502 || status === 504 || answer === undefined) return { kind: "lost" };
  const { code, detail, title } = answer as { code?: string; detail?: string; title?: string };
  return { kind: "refused", code: code ?? "", message: detail ?? title ?? "" };
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** Whether the server answers, whatever it says. */
export async function isServerThere(): Promise<boolean> {
  const { error } = await api.session.getSession({}, { retries: 0, timeoutMs: 5_000 }).then(
    () => ({ error: undefined }),
    (failure: { status?: number }) => ({ error: failure }),
  );
  return error === undefined || (error.status ?? 0) > 0;
}
