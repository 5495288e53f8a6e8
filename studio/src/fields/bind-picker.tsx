import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { contentTypesQuery } from "../content/types.ts";
import type { Binding } from "../draft/block.ts";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import type { Option } from "../parts/choice-props.tsx";
import { SearchChoice } from "../parts/search-choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { fieldStyles, Labelled } from "../parts/field.tsx";
import { boundPaths } from "./bound-paths.ts";
import { useBoundValue } from "./bound-value.ts";
import styles from "./fields.module.css";
import { useForm } from "./form-context.ts";
import { summaryOf } from "./summary.ts";
import { TargetPicker } from "./target-picker.tsx";
import type { Target } from "./targets.ts";

const sources = ["entry", "product", "category", "site"] as const;
type Source = (typeof sources)[number];

interface BindPickerProps {
  /** Of the field. */
  label: string;
  onClose(): void;
  onChoose(binding: Binding): void;
}

/** Chooses where the value of a field comes from, and shows what it is there now. */
export function BindPicker({ label, onClose, onChoose }: BindPickerProps) {
  const site = useSite();
  const { locale } = useForm();
  const [source, setSource] = useState<Source>("entry");
  const [target, setTarget] = useState<Target>();
  const [path, setPath] = useState<string | null>(null);
  const [isPicking, setPicking] = useState(false);
  const { data: types = [] } = useQuery(contentTypesQuery(site));
  const paths: Option[] = boundPaths(source, types.find(({ type }) => type === target?.contentType)?.schema);
  const binding = bindingOf(source, target, path);
  const { fields } = texts;
  return (
    <Dialog
      title={`${label}: ${fields.bindTitle}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{texts.app.cancel}</Button>
          <Button
            variant="primary"
            isDisabled={binding === undefined}
            onPress={() => {
              if (binding) onChoose(binding);
              onClose();
            }}
          >
            {fields.bindDone}
          </Button>
        </>
      }
    >
      <Choice
        label={fields.bindSource}
        options={sources.map((id) => ({ id, label: fields.kinds[id] }))}
        value={source}
        onChange={(id) => {
          setSource(sources.find((each) => each === id) ?? "entry");
          setTarget(undefined);
          setPath(null);
        }}
      />
      {source !== "site" && (
        <Labelled label={fields.bindTarget}>
          <div className={styles.card}>
            {target && (
              <span className={styles.targetWords}>
                <span>{target.title}</span>
                <span className={styles.targetDetail}>{target.detail}</span>
              </span>
            )}
            <Button onPress={() => setPicking(true)}>{target ? fields.change : fields.choose}</Button>
          </div>
        </Labelled>
      )}
      {(source === "site" || target) && (
        <SearchChoice
          key={`${source} ${target?.id}`}
          label={fields.bindPath}
          options={paths}
          value={path}
          onChange={setPath}
          placeholder={fields.choose}
        />
      )}
      {binding && <BoundNow binding={binding} />}
      {source !== "site" && (
        <TargetPicker
          title={fields.pick[source]}
          filters={[{ kind: source, contentTypes: [] }]}
          isOpen={isPicking}
          onClose={() => setPicking(false)}
          onChoose={(chosen) => {
            setTarget(chosen);
            setPath(null);
          }}
          locale={locale}
        />
      )}
    </Dialog>
  );
}

function BoundNow({ binding }: { binding: Binding }) {
  const value = useBoundValue(binding);
  if (value === undefined) return null;
  return (
    <Labelled label={texts.fields.bindResult}>
      {value === null ? (
        <p className={fieldStyles.hint}>{texts.fields.bindNothing}</p>
      ) : (
        <p className={styles.boundNow}>{summaryOf(value)}</p>
      )}
    </Labelled>
  );
}

function bindingOf(source: Source, target: Target | undefined, path: string | null): Binding | undefined {
  if (path === null) return undefined;
  if (source === "site") return { source, path };
  if (!target || target.slug === "") return undefined;
  return {
    source,
    slug: target.slug,
    path,
    ...(source === "entry" && target.contentType !== undefined && { contentType: target.contentType }),
  };
}
