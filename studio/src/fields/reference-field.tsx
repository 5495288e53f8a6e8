import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Box, ExternalLink, FileText, Files, FolderTree, X, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { studioPath } from "../app/api.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { isJsonObject } from "../draft/json.ts";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import { fieldStyles } from "../parts/field.tsx";
import styles from "./fields.module.css";
import { useForm } from "./form-context.ts";
import type { KindProps } from "./kind-props.ts";
import { FieldLabel } from "./label.tsx";
import { namesIn, referredKind, type TargetKind } from "./schema.ts";
import { TargetPicker } from "./target-picker.tsx";
import { placeOfTarget, targetQuery, type Target } from "./targets.ts";

const icons: Readonly<Record<TargetKind, LucideIcon>> = { page: FileText, entry: Files, product: Box, category: FolderTree };

/** A page, an entry, a product or a category: found by words, shown by its title. */
export function ReferenceField({ schema, value, label, hint, isRequired, isReadOnly, fault: error, onChange }: KindProps) {
  const [isOpen, setOpen] = useState(false);
  const site = useSite();
  const queries = useQueryClient();
  const { locale } = useForm();
  const referred = referredKind(schema);
  const kind: TargetKind = referred === undefined || referred === "asset" ? "entry" : referred;
  const id = isJsonObject(value) && typeof value[kind] === "string" ? value[kind] : undefined;
  const choose = (target: Target) => {
    queries.setQueryData(targetQuery(site, kind, target.id, locale).queryKey, target);
    onChange({ [kind]: target.id });
  };
  return (
    <div className={fieldStyles.field} role="group" aria-label={label}>
      <span className={fieldStyles.label}>
        <FieldLabel label={label} isRequired={isRequired} />
      </span>
      <div className={id === undefined ? undefined : `${styles.card} ${error === undefined ? "" : styles.wrong}`}>
        {id !== undefined && <TargetCard kind={kind} id={id} />}
        <div className={styles.cardActions}>
          <Button isDisabled={isReadOnly} onPress={() => setOpen(true)}>
            {id === undefined ? texts.fields.pick[kind] : texts.fields.change}
          </Button>
          {id !== undefined && !isReadOnly && (
            <Button variant="quiet" label={`${texts.fields.clear}: ${label}`} onPress={() => onChange(undefined)}>
              <X className="icon" aria-hidden />
            </Button>
          )}
        </div>
      </div>
      {hint !== undefined && error === undefined && <span className={fieldStyles.hint}>{hint}</span>}
      {error !== undefined && <span className={fieldStyles.fault}>{error}</span>}
      <TargetPicker
        title={texts.fields.pick[kind]}
        filters={[{ kind, contentTypes: namesIn(schema["x-contentType"]) }]}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onChoose={choose}
        locale={locale}
      />
    </div>
  );
}

/** What is referred to: its title, its state, and the way to it. */
function TargetCard({ kind, id }: { kind: TargetKind; id: string }) {
  const site = useSite();
  const { locale } = useForm();
  const { data: target } = useQuery(targetQuery(site, kind, id, locale));
  const Icon = icons[kind];
  if (target === null) return <p className={fieldStyles.fault}>{texts.fields.brokenTarget}</p>;
  const place = target && placeOfTarget(site, target, locale);
  return (
    <div className={styles.target}>
      <Icon className="icon" aria-hidden />
      <span className={styles.targetWords}>
        <span>{target?.title ?? "…"}</span>
        <span className={styles.targetDetail}>{target?.detail}</span>
      </span>
      {target?.state !== undefined && target.state !== "PUBLISHED" && <Badge>{texts.states[target.state]}</Badge>}
      {place !== undefined && (
        <a
          href={studioPath + place}
          target="_blank"
          rel="noreferrer"
          className={styles.follow}
          aria-label={texts.fields.openTarget(target?.title ?? "")}
        >
          <ExternalLink className="icon" aria-hidden />
        </a>
      )}
    </div>
  );
}
