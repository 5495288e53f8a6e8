import { Link, useLocation, useRouter, type RouterHistory } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { MouseEvent } from "react";
import { stepsBackTo } from "../app/kept-place.ts";

/** The way back to a list: to the list as it was left, with its search and selection, where the person came from there. */
export function BackLink({ path, label, className = "" }: { path: string; label: string; className?: string | undefined }) {
  const history = useRouter().history as RouterHistory;
  const { state } = useLocation();
  const goBack = (event: MouseEvent) => {
    const steps = stepsBackTo(path, state.__TSR_index);
    if (steps === undefined || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.go(-steps);
  };
  return (
    <Link to={path} className={className} onClick={goBack}>
      <ArrowLeft className="icon" aria-hidden />
      <span className="unseen">{label}</span>
    </Link>
  );
}
