import { thumbHashToDataURL } from "thumbhash";

const drawn = new Map<string, string>();
const most = 2_000;

/** A blurred picture of a ThumbHash in base64, as an address. Undefined for one that cannot be read. */
export function placeholderAddress(hash: string): string | undefined {
  const cachedAddress = drawn.get(hash);
  if (cachedAddress !== undefined) return cachedAddress;
  try {
    const address = thumbHashToDataURL(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)));
    if (drawn.size >= most) drawn.clear();
    drawn.set(hash, address);
    return address;
  } catch {
    return undefined;
  }
}
