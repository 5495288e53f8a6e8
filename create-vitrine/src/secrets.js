import { randomInt } from "node:crypto";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** So many random letters and digits, each as likely as the others. */
export function randomSecret(length) {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join("");
}
