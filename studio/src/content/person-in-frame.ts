export interface PersonInFrame {
  /** Whether the person acts in the frame: it has the focus, and they pressed something in it a moment ago. */
  isActing(): boolean;
  stop(): void;
}

/** As long as browsers call a press recent. They do not tell in which frame of the page it was. */
const recentMs = 5_000;
/** What was typed before the focus went may arrive after it. */
const lateMs = 1_000;

/** Watches whether a person acts in a frame of another site, whose events nobody outside of it sees. */
export function watchPerson(frame: HTMLIFrameElement, now: () => number = () => performance.now()): PersonInFrame {
  /** The last press in the studio itself. */
  let press = { at: -Infinity, isTab: false };
  let leftAt = -Infinity;
  let isInside = false;
  /** Whether the person went into the frame, by pointer or key. A storefront can also take the focus by itself, while somebody types beside it. */
  let isInvited = false;
  const ending = new AbortController();

  function look(): void {
    const isFocused = document.activeElement === frame;
    if (isFocused && !isInside) isInvited = press.isTab;
    if (isFocused) isInvited ||= frame.matches(":hover");
    if (!isFocused && isInside) leftAt = now();
    isInside = isFocused;
  }
  for (const kind of ["keydown", "pointerdown", "pointerup"] as const) {
    const pressed = (event: KeyboardEvent | PointerEvent) => {
      press = { at: now(), isTab: event instanceof KeyboardEvent && event.key === "Tab" };
    };
    addEventListener(kind, pressed, { capture: true, signal: ending.signal });
  }
  for (const kind of ["blur", "focus"] as const) addEventListener(kind, look, { capture: true, signal: ending.signal });

  return {
    isActing() {
      look();
      const isHere = isInside || now() - leftAt < lateMs;
      // A press in the frame counts for the pages around it, too.
      return isHere && navigator.userActivation.isActive && (isInvited || now() - press.at > recentMs);
    },
    stop: () => ending.abort(),
  };
}
