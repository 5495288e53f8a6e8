// Signs in with a passkey of the browser or of a device. The conversions are written out: not every browser that has passkeys has them.

import { ask } from "./auth.js";

export const hasPasskeys = typeof PublicKeyCredential === "function" && navigator.credentials !== undefined;

/** Resolves with the session, or with the problem. */
export async function usePasskey() {
  const started = await ask("POST", "/session/passkey/options");
  if (started.problem) return started;
  const { challengeId, options } = started.data;
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    allowCredentials: options.allowCredentials.map((one) => ({ ...one, id: bytes(one.id) })),
  };
  let credential;
  try {
    credential = await navigator.credentials.get({ publicKey });
  } catch {
    // The person has closed the browser's window, or has no such passkey: browsers do not say which.
    return { problem: { code: "passkey_failed" } };
  }
  return ask("POST", "/session/passkey", { challengeId, credential: asJson(credential) });
}

function asJson({ id, rawId, type, authenticatorAttachment, response }) {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId: text(rawId),
    type,
    clientExtensionResults: {},
    ...(authenticatorAttachment ? { authenticatorAttachment } : {}),
    response: {
      clientDataJSON: text(clientDataJSON),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
      ...(userHandle ? { userHandle: text(userHandle) } : {}),
    },
  };
}

/** From base64url. */
function bytes(encoded) {
  return Uint8Array.from(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}

/** In base64url. */
function text(buffer) {
  const characters = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
