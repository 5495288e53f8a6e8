const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** The name of the key that commands are given with. */
export const commandKey = isMac ? "⌘" : "Ctrl";

/** Whether the key is pressed in a field, where it is text. */
export function isTyping({ target }: Event): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));
}

/** Open dialogs. A toast is a dialog that is not modal. */
export const dialogs = ":is([role=dialog], [role=alertdialog]):not([aria-modal=false])";

/** Whether a dialog is open: keys belong to it then, and not to the screen behind it. */
export const isDialogOpen = () => document.querySelector(dialogs) !== null;

/** Whether the event is the command key with this one, and with Shift only if it is asked for. */
export function isCommand(event: KeyboardEvent, key: string, { shift = false } = {}): boolean {
  const { metaKey, ctrlKey, altKey, shiftKey } = event;
  return (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && shiftKey === shift && event.key.toLowerCase() === key;
}
