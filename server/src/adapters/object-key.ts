/** A key by the rules of the port. Pure. Anything else is a fault of the caller, since no visitor chooses a key. */
export function isObjectKey(text: string): boolean {
  return text.length <= longestKey && /^(?:[\w-][\w.-]{0,199}\/)*[\w-][\w.-]{0,199}$/.test(text);
}

/** The beginning of a key; the empty one is that of all. */
export function isKeyPrefix(text: string): boolean {
  return text.length <= longestKey && /^(?:[\w-][\w.-]{0,199}\/)*(?:[\w-][\w.-]{0,199})?$/.test(text);
}

// Of S3's 1024 bytes and of the 255 bytes of a file's name, with a path before them.
const longestKey = 500;

export function checkObjectKey(key: string): void {
  if (!isObjectKey(key)) throw new Error("The key of an object does not have the form that the port describes.");
}

export function checkKeyPrefix(prefix: string): void {
  if (!isKeyPrefix(prefix)) throw new Error("The beginning of a key does not have the form that the port describes.");
}
