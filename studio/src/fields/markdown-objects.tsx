import { FileSymlink, Paperclip } from "lucide-react";
import { useState } from "react";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { AssetPicker } from "../media/asset-picker.tsx";
import { kindOf } from "../media/kinds.ts";
import { Button } from "../parts/button.tsx";
import { useForm } from "./form-context.ts";
import type { LinkedObject } from "./markdown-edits.ts";
import { TargetPicker } from "./target-picker.tsx";

export type ObjectPicker = "target" | "file" | undefined;

const kinds = ["page", "entry", "product", "category"] as const;

/** The buttons of a toolbar that lead to something of the site. */
export function ObjectButtons({
  className,
  isDisabled,
  onOpen,
}: {
  className: string;
  isDisabled: boolean;
  onOpen(picker: ObjectPicker): void;
}) {
  return (
    <>
      <Button
        variant="quiet"
        label={texts.fields.linkTarget}
        className={className}
        isDisabled={isDisabled}
        onPress={() => onOpen("target")}
      >
        <FileSymlink className="icon" aria-hidden />
      </Button>
      <Button variant="quiet" label={texts.fields.insertFile} className={className} isDisabled={isDisabled} onPress={() => onOpen("file")}>
        <Paperclip className="icon" aria-hidden />
      </Button>
    </>
  );
}

/** Chooses what a Markdown text leads to. */
export function useObjectPicker(onChoose: (object: LinkedObject) => void) {
  const [open, setOpen] = useState<ObjectPicker>(undefined);
  const { locale } = useForm();
  const { site } = useSite();
  const close = () => setOpen(undefined);
  const pickers = (
    <>
      <TargetPicker
        title={texts.fields.linkTarget}
        filters={kinds.map((kind) => ({ kind, contentTypes: [] }))}
        isOpen={open === "target"}
        onClose={close}
        onChoose={({ kind, id, title }) => onChoose({ address: `${kind}:${id}`, title })}
        locale={locale}
      />
      {open === "file" && (
        <AssetPicker
          isOpen
          onClose={close}
          accept={undefined}
          onChoose={(asset) => {
            const isPicture = kindOf(asset) === "image";
            const alt = asset.alt[locale] ?? asset.alt[site.defaultLocale] ?? "";
            onChoose({ address: `asset:${asset.id}`, title: isPicture ? alt : asset.title || asset.name, isPicture });
          }}
        />
      )}
    </>
  );
  return { setOpen, pickers };
}
