import { useEffect, useRef } from "react";
import { texts } from "../app/texts.ts";
import { FieldSettings } from "./field-settings.tsx";
import styles from "./model.module.css";
import { TypeSettings } from "./type-settings.tsx";
import { useOpenType } from "./use-type-editor.ts";

/** The settings of the chosen field; of the type itself where none is chosen. */
export function Settings() {
  const { selected, opened } = useOpenType();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // Where the columns stand below each other, the settings would be out of sight.
    if (opened > 0 && matchMedia("(max-width: 900px)").matches) place.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <section ref={place} className={styles.settings} aria-label={selected ? texts.model.fieldSettings : texts.model.aboutType}>
      {selected ? <FieldSettings node={selected} /> : <TypeSettings />}
    </section>
  );
}
