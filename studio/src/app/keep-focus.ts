import { dialogs } from "./keys.ts";

interface Position {
  parent: Node;
  next: Node | null;
  previous: Node | null;
}

const focusable = "a[href], button, input:not([type=hidden]), select, textarea, [tabindex]";
const row = "[role=row], [role=treeitem], [role=option]";
const scope = `${dialogs}, main`;
const mostRemembered = 8;

/**
 * Browsers leave the focus on `<body>` when the focused element is removed, disabled or hidden, and no dialog hears Escape there. Gives the focus to what
 * stands next: the next item, the previous one, else what is around them. An element that may come back, such as a button that is disabled while it
 * works, lends the focus to its dialog or page.
 */
export function keepFocus(): void {
  /** The latest last: what opened a menu counts when the menu's item is gone. */
  const focused: HTMLElement[] = [];
  const positions = new WeakMap<Node, Position>();
  let loan: { from: HTMLElement; to: HTMLElement } | undefined;
  let isMoved = false;
  let isDue = false;

  const positionOf = (element: Element): Position | undefined => {
    if (element.isConnected && element.parentNode)
      return { parent: element.parentNode, next: element.nextSibling, previous: element.previousSibling };
    let position = positions.get(element.getRootNode());
    while (position && !position.parent.isConnected) position = positions.get(position.parent.getRootNode());
    return position && { ...position, next: still(position, "next"), previous: still(position, "previous") };
  };
  const still = ({ parent, ...beside }: Position, side: "next" | "previous"): Node | null => {
    let node = beside[side];
    while (node && node.parentNode !== parent) node = positions.get(node)?.[side] ?? null;
    return node;
  };
  /** The dialog or page of an element. Undefined: it was in a menu or the like, of which nothing is left. */
  const scopeOf = (element: Element): HTMLElement | undefined => {
    const parent = positionOf(element)?.parent;
    return (parent instanceof Element && parent.closest<HTMLElement>(scope)) || undefined;
  };
  const beside = (element: Element): HTMLElement | undefined => {
    const position = positionOf(element);
    const around = scopeOf(element);
    return position && around ? nearest(position, around) : undefined;
  };

  const check = () => {
    isDue = false;
    const active = document.activeElement as HTMLElement | null;
    if (loan && active === loan.to) {
      const { from } = loan;
      if (from.isConnected && !canFocus(from)) {
        // A second press must not reach another button.
        loan.to = scopeOf(from) ?? loan.to;
        return loan.to.focus({ preventScroll: true });
      }
      loan = undefined;
      return (from.isConnected ? from : beside(from))?.focus({ preventScroll: true });
    }
    loan = undefined;
    if (active && active !== document.body && canFocus(active)) return;
    for (const element of focused.toReversed()) {
      if (canFocus(element)) {
        if (isMoved || element !== focused.at(-1)) element.focus({ preventScroll: true });
        return;
      }
      const to = element.isConnected ? scopeOf(element) : beside(element);
      if (!to || !canFocus(to)) continue;
      if (element.isConnected) loan = { from: element, to };
      return to.focus({ preventScroll: true });
    }
  };
  /** After the frame in which closing dialogs give the focus back by themselves. */
  const checkSoon = () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => requestAnimationFrame(check));
  };

  new MutationObserver((records) => {
    const last = focused.at(-1);
    for (const { target, removedNodes, nextSibling: next, previousSibling: previous } of records) {
      for (const node of removedNodes) {
        positions.set(node, { parent: target, next, previous });
        if (last && node.contains(last)) isMoved = true;
      }
    }
    checkSoon();
  }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["disabled", "style", "hidden"] });

  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement) || target === loan?.to) return;
    isMoved = false;
    const last = focused.at(-1);
    const around = last && !canFocus(last) ? scopeOf(last) : undefined;
    // Dialogs give the focus that is lost to themselves, or to their first button.
    if (last && around && around.localName !== "main" && (target === around || target === tabbable(around)[0])) {
      loan = { from: last, to: target };
      return checkSoon();
    }
    const before = focused.indexOf(target);
    if (before >= 0) focused.splice(before, 1);
    focused.push(target);
    focused.splice(0, focused.length - mostRemembered);
  });
  document.addEventListener("focusout", () => {
    // The person took the focus away: nothing happened to the element.
    setTimeout(() => {
      const last = focused.at(-1);
      if (document.activeElement === document.body && last && canFocus(last) && !isMoved) focused.length = 0;
    });
  });
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Tab" || !loan || document.activeElement !== loan.to) return;
      // Tab goes on from the element that lent the focus.
      const to = beside(loan.from);
      if (!to || to === loan.to) return;
      event.preventDefault();
      to.focus();
    },
    true,
  );
}

function nearest({ parent, next, previous }: Position, around: Element): HTMLElement {
  for (let at: Node | null = parent; at && at !== around; at = at.parentNode) {
    for (let node = next; node; node = node.nextSibling) {
      const firstFocusable = firstIn(node);
      if (firstFocusable) return firstFocusable;
    }
    for (let node = previous; node; node = node.previousSibling) {
      const firstFocusable = firstIn(node);
      if (firstFocusable) return firstFocusable;
    }
    next = at.nextSibling;
    previous = at.previousSibling;
  }
  return around as HTMLElement;
}

const within = (element: Element, selector: string): HTMLElement[] => [
  ...(element.matches(selector) ? [element as HTMLElement] : []),
  ...element.querySelectorAll<HTMLElement>(selector),
];
const tabbable = (element: Element) => within(element, focusable).filter((each) => each.tabIndex >= 0 && canFocus(each));

function firstIn(node: Node): HTMLElement | undefined {
  if (!(node instanceof Element)) return undefined;
  return within(node, row).find(canFocus) ?? tabbable(node)[0];
}

const canFocus = (element: Element): boolean =>
  element.isConnected && !element.matches(":disabled") && !element.closest("[inert], [aria-hidden=true]") && element.checkVisibility();
