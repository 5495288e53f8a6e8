import { useBlocker } from "@tanstack/react-router";
import { texts } from "../app/texts.ts";
import { Confirm } from "./confirm.tsx";

/** Asks before somebody leaves a place with changes that are not saved, also when the tab is closed. */
export function Leaving({ isEdited }: { isEdited: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isEdited && current.pathname !== next.pathname,
    enableBeforeUnload: isEdited,
    withResolver: true,
  });
  const { leaving } = texts;
  return (
    <Confirm
      title={leaving.title}
      label={leaving.leave}
      isOpen={blocker.status === "blocked"}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    >
      <p>{leaving.text}</p>
    </Confirm>
  );
}
