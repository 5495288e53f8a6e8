import { Check, ChevronDown, ChevronUp, RotateCw, TriangleAlert, X } from "lucide-react";
import { useState } from "react";
import { ProgressBar } from "react-aria-components";
import { useStore } from "zustand";
import { refusalOf } from "../app/refusals.ts";
import { useSite } from "../app/site.tsx";
import { formatBytes, plural, texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import type { Upload, UploadQueue } from "./upload-queue.ts";
import styles from "./upload-list.module.css";
import { uploadsOf } from "./uploads.ts";

/** Rows that are in the page at once: those that matter come first. */
const mostRows = 100;

/** The files on their way, in a corner of every place of the site. */
export function UploadList() {
  const { slug } = useSite();
  const queue = uploadsOf(slug);
  const { uploads, pause } = useStore(queue.store);
  const [isOpen, setOpen] = useState(true);
  if (uploads.length === 0) return null;
  const { media } = texts;
  const done = uploads.filter(({ state }) => state === "done").length;
  const failed = uploads.filter(({ state }) => state === "refused").length;
  const isRunning = done + failed < uploads.length;
  const order = { sending: 0, refused: 1, waiting: 2, done: 3 };
  const rows = [...uploads].sort((a, b) => order[a.state] - order[b.state]).slice(0, mostRows);
  return (
    <section className={styles.tray} aria-label={media.uploads}>
      <header className={styles.header}>
        <div role="status">
          <strong>
            {isRunning
              ? `${plural(uploads.length, media.uploading)} · ${media.progress(done, uploads.length)}`
              : plural(done, media.uploaded)}
          </strong>
          {failed > 0 && <span className={styles.fault}>{media.failedCount(plural(failed, media.total))}</span>}
        </div>
        <Button variant="quiet" label={isOpen ? media.hide : media.show} aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {isOpen ? <ChevronDown className="icon" aria-hidden /> : <ChevronUp className="icon" aria-hidden />}
        </Button>
        {!isRunning && (
          <Button variant="quiet" label={media.clearUploads} onPress={queue.clear}>
            <X className="icon" aria-hidden />
          </Button>
        )}
      </header>
      {pause !== undefined && (
        <p className={styles.pause} role="status">
          {pause === "offline" ? media.paused : pause === "busy" ? media.busy : media.signedOut}
          {pause !== "busy" && <Button onPress={() => queue.retry()}>{media.retry}</Button>}
        </p>
      )}
      {isOpen && (
        <ul className={styles.rows} tabIndex={0} aria-label={media.uploads}>
          {rows.map((upload) => (
            <Row key={upload.id} upload={upload} queue={queue} />
          ))}
        </ul>
      )}
      {isOpen && failed > 1 && (
        <footer className={styles.footer}>
          <Button onPress={() => queue.retry()}>{media.retryAll}</Button>
        </footer>
      )}
    </section>
  );
}

function Row({ upload, queue }: { upload: Upload; queue: UploadQueue }) {
  const { id, file, state, progress, problem, isDuplicate, cut = [] } = upload;
  const { media } = texts;
  const percent = Math.round(progress * 100);
  return (
    <li className={styles.row}>
      <span className={styles.name}>{file.name}</span>
      <span className={problem ? styles.fault : styles.state}>
        {state === "done" && <Check className={`icon ${styles.good}`} aria-hidden />}
        {state === "refused" && <TriangleAlert className="icon" aria-hidden />}
        {state === "waiting" && media.waiting}
        {state === "sending" && `${percent} % · ${formatBytes(file.size)}`}
        {state === "done" && (isDuplicate ? media.duplicate : formatBytes(file.size))}
        {problem && (media.problems[problem.code] ?? refusalOf(problem.code) ?? media.failed)}
      </span>
      {cut.length > 0 && <span className={styles.cut}>{media.cut(cut.join(", "))}</span>}
      {state === "sending" && (
        <ProgressBar value={percent} aria-label={file.name} className={styles.bar ?? ""}>
          {({ percentage = 0 }) => <span className={styles.filled} style={{ width: `${percentage}%` }} />}
        </ProgressBar>
      )}
      <span className={styles.act}>
        {state === "refused" && (
          <Button variant="quiet" label={media.retryUpload(file.name)} onPress={() => queue.retry(id)}>
            <RotateCw className="icon" aria-hidden />
          </Button>
        )}
        {state !== "done" && (
          <Button variant="quiet" label={media.cancelUpload(file.name)} onPress={() => queue.cancel(id)}>
            <X className="icon" aria-hidden />
          </Button>
        )}
      </span>
    </li>
  );
}
