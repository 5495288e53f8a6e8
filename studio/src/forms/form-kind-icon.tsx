import { AlignLeft, AtSign, Braces, Calendar, CircleDot, FileUp, Hash, ListChecks, ShieldCheck, SquareCheck, Type } from "lucide-react";
import type { FormKind } from "./form-kinds.ts";

const icons = {
  text: Type,
  longText: AlignLeft,
  email: AtSign,
  number: Hash,
  date: Calendar,
  choice: CircleDot,
  choices: ListChecks,
  yesNo: SquareCheck,
  file: FileUp,
  consent: ShieldCheck,
} as const satisfies Record<FormKind, unknown>;

export function FormKindIcon({ kind }: { kind: FormKind | undefined }) {
  const Icon = kind === undefined ? Braces : icons[kind];
  return <Icon className="icon" aria-hidden />;
}
