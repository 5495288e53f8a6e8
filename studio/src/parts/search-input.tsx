import { Search } from "lucide-react";
import { Input, SearchField } from "react-aria-components";
import { fieldStyles } from "./field.tsx";
import styles from "./search-input.module.css";

/** A field to search a list by; the label is its placeholder too. */
export function SearchInput({
  label,
  value,
  onChange,
  autoFocus = false,
}: {
  label: string;
  value: string;
  onChange(value: string): void;
  autoFocus?: boolean;
}) {
  return (
    <SearchField aria-label={label} value={value} onChange={onChange} autoFocus={autoFocus} className={styles.search ?? ""}>
      <Search className="icon" aria-hidden />
      <Input className={`${fieldStyles.input} ${styles.input}`} placeholder={label} />
    </SearchField>
  );
}
