import { useQueryClient } from "@tanstack/react-query";
import { isAdminError, type Asset } from "@vitrine/client/admin";
import { useEffect, useState } from "react";
import { useSite } from "../app/site.tsx";
import { localeName, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import { Combo } from "../parts/combo.tsx";
import { Contested } from "../parts/contested.tsx";
import { TextInput } from "../parts/field.tsx";
import { useEdits } from "../parts/use-edits.ts";
import { AssetActions } from "./asset-actions.tsx";
import { AssetFacts } from "./asset-facts.tsx";
import styles from "./asset-form.module.css";
import { altOf, assetQuery, useGroups, useUsages } from "./asset-queries.ts";
import { Usages } from "./asset-usages.tsx";
import { FocusPicker } from "./focus-picker.tsx";
import { tagsOf } from "./group-dialog.tsx";
import { kindOf } from "./kinds.ts";
import { Thumbnail } from "./thumbnail.tsx";

interface AssetFormProps {
  asset: Asset;
  onEdited(isEdited: boolean): void;
  /** The file was deleted. */
  onGone(): void;
}

const members = ["title", "alt", "tags", "folder", "focus"] as const;

export function AssetForm({ asset, onEdited, onGone }: AssetFormProps) {
  const site = useSite();
  const queries = useQueryClient();
  const { act, isBusy } = useMutation({ permission_missing: texts.media.needsPublish });
  const { folders } = useGroups();
  const edits = useEdits(asset, members);
  const { values, isEdited } = edits;
  const [tags, setTags] = useState(values.tags.join(", "));
  useEffect(() => onEdited(isEdited), [isEdited, onEdited]);
  const { media, app } = texts;
  const canWrite = site.may("media:write");
  const [firstUsage] = useUsages(asset).items;
  // What the public sees is for those who may publish.
  const isProtected = canWrite && firstUsage?.usage.state === "PUBLISHED" && !site.may("content:publish");
  const canShow = canWrite && !isProtected;
  const isPicture = kindOf(asset) === "image";
  const refresh = () => queries.invalidateQueries({ queryKey: assetQuery(site, asset.id).queryKey });
  const save = () =>
    act(async () => {
      try {
        const { alt, ...rest } = edits.changes;
        const saved = await site.api.media.updateAsset({
          id: asset.id,
          revision: edits.revision,
          ...rest,
          // Null takes a text away.
          alt: alt && Object.fromEntries(Object.entries(alt).map(([locale, text]) => [locale, text.trim() || null])),
        });
        queries.setQueryData(assetQuery(site, asset.id).queryKey, saved);
        edits.saved(saved);
        setTags(saved.tags.join(", "));
        void queries.invalidateQueries({ queryKey: [...site.key, "assets"] });
      } catch (error) {
        // What the other person changed is shown then, and nothing of this form is lost.
        if (isAdminError(error, "revision_conflict")) await refresh();
        throw error;
      }
    });
  const discard = () => {
    edits.discard();
    setTags(asset.tags.join(", "));
  };
  return (
    <>
      {isPicture && asset.width !== null && asset.height !== null ? (
        <FocusPicker asset={asset} focus={values.focus} isDisabled={!canShow} onChange={(focus) => edits.set("focus", focus)} />
      ) : (
        <div className={styles.preview}>
          <Preview asset={asset} alt={altOf(asset, site.site.defaultLocale)} />
        </div>
      )}
      <AssetFacts asset={asset} />
      {isProtected && <p className="soft">{media.needsPublish}</p>}
      {isPicture &&
        site.site.locales.map((locale) => (
          <TextInput
            key={locale}
            label={media.altIn(localeName(locale))}
            isLong
            isDisabled={!canShow}
            value={values.alt[locale] ?? ""}
            onChange={(text) => edits.set("alt", { ...values.alt, [locale]: text })}
            maxLength={2_000}
            aside={!values.alt[locale]?.trim() && <Badge tone="warn">{media.missing}</Badge>}
            {...(locale === site.site.defaultLocale ? { hint: media.altHint } : {})}
            lang={locale}
          />
        ))}
      <TextInput
        label={media.titleField}
        isDisabled={!canWrite}
        value={values.title}
        maxLength={300}
        onChange={(title) => edits.set("title", title)}
      />
      <TextInput
        label={media.tags}
        isDisabled={!canWrite}
        hint={media.tagsHint}
        value={tags}
        onChange={(words) => {
          setTags(words);
          edits.set("tags", tagsOf(words));
        }}
      />
      <Combo
        label={media.folder}
        options={folders.map((name) => ({ id: name, label: name }))}
        value={values.folder}
        isOpenEnded
        isDisabled={!canWrite}
        hint={media.folderHint}
        onChange={(folder) => edits.set("folder", folder)}
      />
      {isEdited && (
        <div className={styles.save} data-save-bar>
          {edits.isContested ? (
            <Contested onKeep={edits.keep} onTake={discard} />
          ) : (
            <>
              <Button onPress={discard}>{media.discard}</Button>
              <Button variant="primary" isDisabled={isBusy} onPress={() => void save()}>
                {app.save}
              </Button>
            </>
          )}
        </div>
      )}
      <Usages asset={asset} />
      <AssetActions asset={asset} isProtected={isProtected} isEdited={isEdited} onReplaced={refresh} onGone={onGone} />
    </>
  );
}

function Preview({ asset, alt }: { asset: Asset; alt: string }) {
  if (kindOf(asset) === "video") return <video src={asset.url} controls preload="metadata" aria-label={alt} />;
  if (kindOf(asset) === "audio") return <audio src={asset.url} controls preload="metadata" aria-label={alt} />;
  return <Thumbnail asset={asset} alt={alt} sizes="440px" mostWidth={960} isWhole />;
}
