import { Unlink, Link2 } from "lucide-react";
import type { Binding } from "../draft/block.ts";
import { pointerTokens } from "../draft/json.ts";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { fieldStyles } from "../parts/field.tsx";
import { useBoundValue } from "./bound-value.ts";
import { wordsOf } from "./choose-field.ts";
import styles from "./fields.module.css";
import { useForm } from "./form-context.ts";
import type { KindProps } from "./kind-props.ts";
import { FieldLabel } from "./label.tsx";
import { summaryOf } from "./summary.ts";

/** A field whose value comes from elsewhere: from where, what it is now, and the way back to a value of its own. */
export function BoundField({ path, label, value, isRequired, isReadOnly, fault: error, binding }: KindProps & { binding: Binding }) {
  const form = useForm();
  const bound = useBoundValue(binding);
  return (
    <div className={fieldStyles.field} role="group" aria-label={label}>
      <span className={fieldStyles.label}>
        <FieldLabel label={label} isRequired={isRequired} />
      </span>
      <div className={styles.bound}>
        <Link2 className="icon" aria-hidden />
        <span className={styles.targetWords}>
          <span>{summaryOf(bound === undefined ? value : bound) || "–"}</span>
          <span className={styles.targetDetail}>{texts.fields.bound(placeOf(binding))}</span>
          {bound === null && <span className={styles.warning}>{texts.fields.bindNothing}</span>}
        </span>
        {form.onBind && !isReadOnly && (
          <Button onPress={() => form.onBind?.(path, undefined)}>
            <Unlink className="icon" aria-hidden />
            {texts.fields.unbind}
          </Button>
        )}
      </div>
      {error !== undefined && <span className={fieldStyles.fault}>{error}</span>}
    </div>
  );
}

/** Where a binding leads, in words: "Entry · what-a-table-costs · Title". */
function placeOf({ source, contentType, slug, path }: Binding): string {
  const kind = contentType === undefined ? texts.fields.kinds[source] : wordsOf(contentType);
  return [kind, slug, pointerTokens(path).map(wordsOf).join(" › ")].filter(Boolean).join(" · ");
}
