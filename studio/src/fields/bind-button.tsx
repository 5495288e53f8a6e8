import { Link2 } from "lucide-react";
import { useState } from "react";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { BindPicker } from "./bind-picker.tsx";
import styles from "./fields.module.css";
import { useForm } from "./form-context.ts";

/** Opens the choice of a place that the field's value is to come from. */
export function BindButton({ path, label }: { path: string; label: string }) {
  const [isOpen, setOpen] = useState(false);
  const form = useForm();
  return (
    <>
      <Button variant="quiet" label={texts.fields.bindField(label)} className={styles.bind ?? ""} onPress={() => setOpen(true)}>
        <Link2 className="icon" aria-hidden />
      </Button>
      {isOpen && <BindPicker label={label} onClose={() => setOpen(false)} onChoose={(binding) => form.onBind?.(path, binding)} />}
    </>
  );
}
