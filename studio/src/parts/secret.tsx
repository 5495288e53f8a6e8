import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { texts } from "../app/texts.ts";
import { Button } from "./button.tsx";
import styles from "./secret.module.css";

/** Something that is shown this once, with a button that copies it. */
export function Secret({ label, value }: { label: string; value: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      // The text is selected by a click, to be copied by hand.
      () => setCopied(false),
    );
  return (
    <div className={styles.secret} role="group" aria-label={label}>
      <code className={styles.value}>{value}</code>
      <Button onPress={copy}>
        {isCopied ? <Check className="icon" aria-hidden /> : <Copy className="icon" aria-hidden />}
        <span role="status">{isCopied ? texts.secret.copied : texts.secret.copy}</span>
      </Button>
    </div>
  );
}
