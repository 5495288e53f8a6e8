import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isAdminError, type Asset } from "@vitrine/client/admin";
import { File, X } from "lucide-react";
import { useState } from "react";
import { useSite } from "../app/site.tsx";
import { formatBytes, texts } from "../app/texts.ts";
import { isJsonObject } from "../draft/json.ts";
import { AssetPicker } from "../media/asset-picker.tsx";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import { fieldStyles, TextInput } from "../parts/field.tsx";
import styles from "./fields.module.css";
import { useForm } from "./form-context.ts";
import type { KindProps } from "./kind-props.ts";
import { FieldLabel } from "./label.tsx";
import { namesIn, textIn } from "./schema.ts";

/** A file of the media library, with words of its own for this place if it needs any. */
export function AssetField({ schema, value, label, hint, isRequired, isReadOnly, fault: error, onChange }: KindProps) {
  const [isOpen, setOpen] = useState(false);
  const site = useSite();
  const queries = useQueryClient();
  const { locale } = useForm();
  const accept = namesIn(schema["x-accept"]);
  const storedValue = isJsonObject(value) ? value : undefined;
  const id = textIn(storedValue?.asset);
  const { data: asset } = useQuery({
    queryKey: [...site.key, "asset", id],
    queryFn: ({ signal }) => readAsset(site.api.media.getAsset({ id: id ?? "" }, { signal })),
    enabled: id !== undefined,
  });
  const choose = (chosen: Asset) => {
    queries.setQueryData([...site.key, "asset", chosen.id], chosen);
    // Words and focus of another picture do not fit this one.
    onChange({ asset: chosen.id });
  };
  const isImage = asset?.contentType.startsWith("image/") ?? accept.join() === "image";
  const alt = asset?.alt[locale] ?? asset?.alt[site.site.defaultLocale];
  const changeAlt = (text: string) => {
    const { alt: _, ...rest } = storedValue ?? {};
    onChange(text === "" ? rest : { ...rest, alt: text });
  };
  return (
    <div className={fieldStyles.field} role="group" aria-label={label}>
      <span className={fieldStyles.label}>
        <FieldLabel label={label} isRequired={isRequired} />
      </span>
      <div className={id === undefined ? undefined : `${styles.card} ${error === undefined ? "" : styles.wrong}`}>
        {id !== undefined &&
          (asset === null ? <p className={fieldStyles.fault}>{texts.fields.brokenTarget}</p> : <AssetCard asset={asset} />)}
        <div className={styles.cardActions}>
          <Button isDisabled={isReadOnly} onPress={() => setOpen(true)}>
            {id !== undefined ? texts.fields.change : accept.join() === "image" ? texts.fields.chooseImage : texts.fields.chooseFile}
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
      {asset && isImage && (
        <TextInput
          label={texts.fields.altHere}
          hint={texts.fields.altHereHint}
          aside={alt === undefined && textIn(storedValue?.alt) === undefined ? <Badge tone="warn">{texts.fields.noAlt}</Badge> : undefined}
          value={textIn(storedValue?.alt) ?? ""}
          placeholder={alt ?? ""}
          onChange={changeAlt}
          isReadOnly={isReadOnly}
        />
      )}
      {isOpen && <AssetPicker isOpen onClose={() => setOpen(false)} accept={accept.length === 0 ? undefined : accept} onChoose={choose} />}
    </div>
  );
}

/** The asset; null: it no longer exists. */
async function readAsset(reading: Promise<Asset>): Promise<Asset | null> {
  try {
    return await reading;
  } catch (error) {
    if (isAdminError(error, "asset_not_found")) return null;
    throw error;
  }
}

function AssetCard({ asset }: { asset: Asset | undefined }) {
  const isImage = asset?.contentType.startsWith("image/") ?? false;
  const { width = null, height = null } = asset ?? {};
  const size = width !== null && height !== null ? texts.media.pixels(width, height) : undefined;
  return (
    <div className={styles.target}>
      {asset && isImage ? (
        <img src={asset.url} alt="" className={styles.thumb} loading="lazy" />
      ) : (
        <File className={`icon ${styles.thumb}`} aria-hidden />
      )}
      <span className={styles.targetWords}>
        <span>{asset?.title || asset?.name || "…"}</span>
        <span className={styles.targetDetail}>{asset && [size, formatBytes(asset.bytes)].filter(Boolean).join(" · ")}</span>
      </span>
    </div>
  );
}
