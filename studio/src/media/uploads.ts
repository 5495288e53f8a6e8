import { queries } from "../app/api.ts";
import { onLeave } from "../app/leave.ts";
import { siteKey } from "../app/site.tsx";
import { isServerThere, uploaderOf } from "./upload-file.ts";
import { createUploadQueue, type UploadQueue } from "./upload-queue.ts";

const queues = new Map<string, UploadQueue>();

/** The files on their way to a site. They go on while somebody is at another place of it. */
export function uploadsOf(siteSlug: string): UploadQueue {
  const existingQueue = queues.get(siteSlug);
  if (existingQueue) return existingQueue;
  const queue = createUploadQueue({
    send: uploaderOf(siteSlug),
    probe: isServerThere,
    onIdle: () => void queries.invalidateQueries({ queryKey: [...siteKey(siteSlug), "assets"] }),
  });
  addEventListener("online", () => void queue.wake());
  addEventListener("beforeunload", (event) => {
    if (queue.store.getState().uploads.some(({ state }) => state === "waiting" || state === "sending")) event.preventDefault();
  });
  onLeave(() => Promise.resolve(queue.end()));
  queues.set(siteSlug, queue);
  return queue;
}
