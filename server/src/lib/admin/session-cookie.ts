import type { IncomingHttpHeaders } from "node:http";

const bytes = 32;
/** 32 bytes in base64url. */
const secretForm = /^[A-Za-z0-9_-]{43}$/;

/** A cookie that keeps a secret of ours out of the reach of scripts and of other sites. */
export interface SecretCookie {
  readonly name: string;
  /** The texts of all cookies of the name, as they were sent. Anything on the same host may have planted some of them. */
  read(headers: IncomingHttpHeaders): string[];
  /** The header that sets it, for so many seconds. */
  set(secret: string, seconds: number): string;
  /** The header that removes it. */
  clear(): string;
}

/**
 * `__Host-<name>` over https, which no other host can plant. Over http, where browsers refuse the prefix, `<name>-<port>`: browsers send cookies to every
 * port of a host, and other programs on a laptop have the name as well.
 */
export function secretCookie(name: string, publicUrl: string): SecretCookie {
  const isSecure = publicUrl.startsWith("https:");
  const { port } = new URL(publicUrl);
  const fullName = isSecure ? `__Host-${name}` : port === "" ? name : `${name}-${port}`;
  // Over http, cookies of earlier versions go on: their name had no port.
  const names = isSecure ? [fullName] : [fullName, name];
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return {
    name: fullName,
    read: ({ cookie = "" }) =>
      cookie.split(";").flatMap((part) => {
        const [key = "", ...value] = part.split("=");
        return names.includes(key.trim()) ? [value.join("=").trim()] : [];
      }),
    set: (secret, seconds) => `${fullName}=${secret}; Max-Age=${seconds}; ${attributes}`,
    clear: () => `${fullName}=; Max-Age=0; ${attributes}`,
  };
}

export function sessionCookie(publicUrl: string): SecretCookie {
  return secretCookie("vitrine", publicUrl);
}

/** Whether a text could be a secret of ours: no other is looked up. */
export function isSecretForm(text: string): boolean {
  return secretForm.test(text) && Buffer.from(text, "base64url").length === bytes;
}
