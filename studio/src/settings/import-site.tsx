import { isAdminError, type ImportedSite } from "@vitrine/client/admin";
import { FileUp } from "lucide-react";
import { useState } from "react";
import { FileTrigger } from "react-aria-components";
import { queries } from "../app/api.ts";
import { confirmed, NotConfirmed } from "../app/confirmed.ts";
import { describeProblem } from "../app/problems.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { plural, texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Choice, Switch } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Secret } from "../parts/secret.tsx";
import { toast } from "../parts/toast.tsx";
import styles from "./settings.module.css";

interface Mistake {
  path: string;
  message: string;
  line?: number;
}

interface State {
  file?: File;
  isBusy?: boolean;
  report?: ImportedSite;
  problem?: string;
  mistakes?: readonly Mistake[];
}

const parts = ["all", "model", "content", "catalogue", "settings"] as const;
type Part = (typeof parts)[number];
const mostBytes = 8 * 1024 * 1024;

/** Takes a bundle of this site: shows what would change before anything does. */
export function ImportSite({ onClose }: { onClose(): void }) {
  const { api, key } = useSite();
  const { siteData } = shopTexts;
  const { app } = texts;
  const [{ file, isBusy = false, report, problem, mistakes = [] }, setState] = useState<State>({});
  const [part, setPart] = useState<Part>("all");
  const [overwrites, setOverwrites] = useState(false);
  const send = async (bundle: File, options: { dryRun: boolean; part: Part; overwrites: boolean }): Promise<ImportedSite | undefined> => {
    setState({ file: bundle, isBusy: true });
    try {
      return await confirmed(() =>
        api.sites.importSite({
          body: bundle,
          dryRun: options.dryRun,
          overwrite: options.overwrites,
          ...(options.part === "all" ? {} : { only: options.part }),
        }),
      );
    } catch (error) {
      if (error instanceof NotConfirmed) setState({ file: bundle });
      else if (isAdminError(error) && error.errors.length > 0)
        setState({ file: bundle, problem: siteData.badBundle, mistakes: error.errors });
      else setState({ file: bundle, problem: describeProblem(error, siteData.problems) });
      return undefined;
    }
  };
  const look = async (bundle: File, change: { part?: Part; overwrites?: boolean } = {}) => {
    if (bundle.size > mostBytes) {
      setState({ file: bundle, problem: siteData.tooLarge });
      return;
    }
    const answer = await send(bundle, { dryRun: true, part, overwrites, ...change });
    if (answer) setState({ file: bundle, report: answer });
  };
  const save = async (bundle: File) => {
    const answer = await send(bundle, { dryRun: false, part, overwrites });
    // Everything of the site may be another.
    await queries.invalidateQueries({ queryKey: [...key] });
    if (!answer) return;
    if (answer.newKeys.length > 0) setState({ file: bundle, report: answer });
    else {
      onClose();
      toast(siteData.imported);
    }
  };
  const isImported = report?.dryRun === false;
  const changes = report ? Object.entries(report.sections).filter(([, { created, updated }]) => created + updated > 0) : [];
  return (
    <Dialog
      isOpen
      isWide
      title={siteData.import}
      onClose={onClose}
      role={report ? "alertdialog" : "dialog"}
      actions={
        isImported ? (
          <Button variant="primary" onPress={onClose}>
            {app.done}
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>{app.cancel}</Button>
            <FileTrigger
              acceptedFileTypes={[".yaml", ".yml", ".json", "application/yaml", "application/json"]}
              onSelect={(list) => {
                const chosen = list?.[0];
                if (chosen) void look(chosen);
              }}
            >
              <Button variant={report ? "plain" : "primary"} isDisabled={isBusy}>
                <FileUp className="icon" aria-hidden />
                {file ? siteData.otherFile : siteData.chooseFile}
              </Button>
            </FileTrigger>
            {file && report && changes.length > 0 && (
              <Button variant="primary" isDisabled={isBusy} onPress={() => void save(file)}>
                {siteData.importNow}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="stack">
        {file ? <p className={styles.file}>{file.name}</p> : <p>{siteData.importForm}</p>}
        {file && !isImported && (
          <>
            <Choice
              label={siteData.part}
              isDisabled={isBusy}
              options={parts.map((id) => ({ id, label: siteData.parts[id] }))}
              value={part}
              onChange={(chosen) => {
                setPart(chosen as Part);
                void look(file, { part: chosen as Part });
              }}
            />
            <Switch
              label={siteData.overwrite}
              hint={siteData.overwriteHint}
              isDisabled={isBusy}
              isOn={overwrites}
              onChange={(isOn) => {
                setOverwrites(isOn);
                void look(file, { overwrites: isOn });
              }}
            />
          </>
        )}
        {isBusy && <p role="status">{siteData.reading}</p>}
        {problem !== undefined && <p role="alert">{problem}</p>}
        <Places items={mistakes} />
        {report && <Report report={report} changes={changes} />}
      </div>
    </Dialog>
  );
}

function Report({ report, changes }: { report: ImportedSite; changes: readonly (readonly [string, ImportedSite["sections"][string]])[] }) {
  const { siteData } = shopTexts;
  return (
    <>
      {report.newKeys.map(({ name, key }) => (
        <div key={name}>
          <p>{siteData.newKey(name)}</p>
          <Secret label={name} value={key} />
        </div>
      ))}
      {changes.length === 0 ? (
        <p role="status">{siteData.nothingChanges}</p>
      ) : (
        <table className={styles.report}>
          <caption>{report.dryRun ? siteData.effects : siteData.imported}</caption>
          <thead>
            <tr>
              <th scope="col">{siteData.what}</th>
              <th scope="col">{siteData.created}</th>
              <th scope="col">{siteData.updated}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(([section, { created, updated }]) => (
              <tr key={section}>
                <th scope="row">{siteData.sections[section] ?? section}</th>
                <td>{created}</td>
                <td>{updated}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {report.warnings.length > 0 && (
        <details>
          <summary>{plural(report.warnings.length, siteData.warnings)}</summary>
          <Places items={report.warnings} />
        </details>
      )}
    </>
  );
}

/** Places in the file. The server writes their sentences in English alone. */
function Places({ items }: { items: readonly Mistake[] }) {
  const { siteData } = shopTexts;
  if (items.length === 0) return null;
  return (
    <ul className={styles.places}>
      {items.map(({ path, message, line }) => (
        <li key={`${path} ${message}`}>
          {line !== undefined && <strong>{siteData.line(line)} </strong>}
          <code>{path === "" ? "/" : path}</code> <span lang="en">{message}</span>
        </li>
      ))}
    </ul>
  );
}
