import { isAdminError, type ImportedProducts } from "@vitrine/client/admin";
import { FileUp } from "lucide-react";
import { useState } from "react";
import { FileTrigger } from "react-aria-components";
import { describeProblem } from "../app/problems.ts";
import { errorOf } from "../app/refusals.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { plural, texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { toast } from "../parts/toast.tsx";
import styles from "./catalog.module.css";
import { useRenewProducts } from "./catalog-queries.ts";
import { ImportEffects } from "./import-effects.tsx";
import { lineErrors, type LineError } from "./line-errors.ts";

interface State {
  file?: File;
  isBusy?: boolean;
  effects?: ImportedProducts;
  problem?: string;
  lines?: readonly LineError[];
}

/** Takes a table of products: shows what would change before anything does. */
export function ImportProducts({ onClose }: { onClose(): void }) {
  const { api } = useSite();
  const { app } = texts;
  const { products } = shopTexts;
  const renew = useRenewProducts();
  const [{ file, isBusy = false, effects, problem, lines = [] }, setState] = useState<State>({});
  const send = async (csv: File, dryRun: boolean): Promise<ImportedProducts | undefined> => {
    setState({ file: csv, isBusy: true, ...(effects && { effects }) });
    try {
      return await api.catalog.importProducts({ csv, dryRun });
    } catch (error) {
      const errors = isAdminError(error) ? error.errors : [];
      setState({
        file: csv,
        problem: errors.length > 0 ? products.badTable : describeProblem(error, products.problems),
        lines: lineErrors(errors),
      });
      return undefined;
    }
  };
  const look = async (csv: File) => {
    const answer = await send(csv, true);
    if (answer) setState({ file: csv, effects: answer });
  };
  const save = async (csv: File) => {
    const answer = await send(csv, false);
    await renew();
    if (!answer) return;
    onClose();
    const { created, changed } = answer.products;
    toast(products.imported(plural(created + changed, products.total)));
  };
  const isEmpty = effects?.totalChanges === 0;
  return (
    <Dialog
      isOpen
      isWide
      title={products.importTable}
      onClose={onClose}
      role={effects ? "alertdialog" : "dialog"}
      actions={
        <>
          <Button onPress={onClose}>{app.cancel}</Button>
          <FileTrigger
            acceptedFileTypes={[".csv", "text/csv"]}
            onSelect={(list) => {
              const chosen = list?.[0];
              if (chosen) void look(chosen);
            }}
          >
            <Button variant={effects ? "plain" : "primary"} isDisabled={isBusy}>
              <FileUp className="icon" aria-hidden />
              {file ? products.otherFile : products.chooseFile}
            </Button>
          </FileTrigger>
          {file && effects && !isEmpty && (
            <Button variant="primary" isDisabled={isBusy} onPress={() => void save(file)}>
              {products.importNow}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        {!file && <p>{products.importText}</p>}
        {file && <p className={styles.title}>{file.name}</p>}
        {isBusy && <p role="status">{effects ? products.importing : products.reading}</p>}
        {problem !== undefined && <p role="alert">{problem}</p>}
        {lines.length > 0 && (
          <ul className={styles.errors}>
            {lines.map(({ line, column, code }) => (
              <li key={`${line} ${column} ${code}`}>
                <strong>{line === undefined ? products.heading : products.line(line)}</strong> {column !== "" && <code>{column}</code>}{" "}
                {errorOf({ code })}
              </li>
            ))}
          </ul>
        )}
        {effects && !isBusy && (isEmpty ? <p role="status">{products.nothingChanges}</p> : <ImportEffects effects={effects} />)}
      </div>
    </Dialog>
  );
}
