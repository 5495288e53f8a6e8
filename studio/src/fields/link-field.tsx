import { useQuery } from "@tanstack/react-query";
import { ExternalLink, Link2 } from "lucide-react";
import { useState } from "react";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { TextInput } from "../parts/field.tsx";
import styles from "./fields.module.css";
import { isUri } from "./formats.ts";
import { useForm } from "./form-context.ts";
import type { KindProps } from "./kind-props.ts";
import { FieldLabel } from "./label.tsx";
import { documentAt, pathOf, pathsOf } from "./link-paths.ts";
import { emptied } from "./schema.ts";
import { TargetPicker } from "./target-picker.tsx";
import { shownText } from "./text-field.tsx";

const kinds = ["page", "entry", "product", "category"] as const;

/** An address: typed, or that of something in the site. One of the site that leads nowhere is marked. */
export function LinkField({ schema, ui, value, label, hint, isRequired, isReadOnly, fault: error, onChange }: KindProps) {
  const [isOpen, setOpen] = useState(false);
  const site = useSite();
  const { locale } = useForm();
  const text = shownText(value);
  const paths = pathsOf(ui);
  // A complete address is asked for: then the site's own is put in front, if it is known.
  const isComplete = schema.format === "uri";
  const origin = site.site.storefrontUrl?.replace(/\/$/, "");
  const path = origin !== undefined && text.startsWith(`${origin}/`) ? text.slice(origin.length) : text;
  const named = documentAt(paths, path);
  const { data: isThere } = useQuery({
    queryKey: [...site.key, "documents", "link", named],
    queryFn: async ({ signal }) => {
      const { data } = await site.api.content.listDocuments({ documents: named?.documents ?? "pages", q: named?.slug ?? "" }, { signal });
      return data.some(({ translations }) => translations.some(({ slug }) => slug === named?.slug));
    },
    enabled: named !== undefined,
  });
  const isBroken = named !== undefined && isThere === false;
  const canOpen = isUri(text) && /^https?:/i.test(text);
  const canPick = !isReadOnly && (!isComplete || origin !== undefined);
  return (
    <div className={canOpen || canPick ? styles.beside : undefined}>
      <TextInput
        label={<FieldLabel label={label} isRequired={isRequired} />}
        hint={isBroken ? <span className={styles.warning}>{texts.fields.brokenLink}</span> : hint}
        fault={error}
        value={text}
        onChange={(next) => onChange(next === "" ? emptied(schema, isRequired) : next)}
        isReadOnly={isReadOnly}
        isRequired={isRequired}
        type="text"
        inputMode="url"
        placeholder={isComplete ? "https://" : "/"}
      />
      <div className={canOpen || canPick ? styles.besideActions : undefined}>
        {canOpen && (
          <a href={text} target="_blank" rel="noreferrer" className={styles.follow} aria-label={texts.fields.followLink}>
            <ExternalLink className="icon" aria-hidden />
          </a>
        )}
        {canPick && (
          <Button label={`${label}: ${texts.fields.pickTarget}`} onPress={() => setOpen(true)}>
            <Link2 className="icon" aria-hidden />
          </Button>
        )}
      </div>
      <TargetPicker
        title={texts.fields.pickTarget}
        filters={kinds.map((kind) => ({ kind, contentTypes: [] }))}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onChoose={(target) => onChange((isComplete ? (origin ?? "") : "") + pathOf(paths, target))}
        locale={locale}
      />
    </div>
  );
}
