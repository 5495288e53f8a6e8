import {
  AlignLeft,
  Braces,
  Calendar,
  CalendarClock,
  CircleDot,
  FileCode,
  Folder,
  Hash,
  Image,
  Link,
  Link2,
  List,
  ListChecks,
  Palette,
  Tags,
  ToggleLeft,
  Type,
  type LucideIcon,
} from "lucide-react";
import type { FieldKind } from "../fields/choose-field.ts";

const icons: Readonly<Partial<Record<FieldKind, LucideIcon>>> = {
  text: Type,
  longText: AlignLeft,
  markdown: FileCode,
  number: Hash,
  switch: ToggleLeft,
  date: Calendar,
  dateTime: CalendarClock,
  choice: CircleDot,
  choices: ListChecks,
  tags: Tags,
  link: Link2,
  colour: Palette,
  asset: Image,
  reference: Link,
  list: List,
  object: Folder,
};

export function KindIcon({ kind }: { kind: FieldKind }) {
  const Icon = icons[kind] ?? Braces;
  return <Icon className="icon" aria-hidden />;
}
