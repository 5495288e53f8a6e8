import { isPrivate, type Config } from "./config.ts";
import { demoSlug, ensureDemoOwner } from "./demo.ts";
import {
  ensureFirstOwner,
  hasPeople,
  issueFirstPassword,
  issueSignInLink,
  passwordPage,
  signInPage,
} from "./features/people/team/index.ts";
import type { CommandContext } from "./lib/cli/command.ts";
import { linkWithToken } from "./lib/http/link-base.ts";
import { isLoopbackHost } from "./lib/http/origin.ts";

/** How somebody gets into the studio: by a secret, which is printed and nowhere else, or by a command that makes an account. */
export type FirstSignIn =
  { kind: "link"; secret: string } | { kind: "password"; secret: string; email: string } | { kind: "command"; command: string };

/**
 * A link for the owner of the demo, or without it, for the first owner of a server on which nobody has an account. Only whoever sits before
 * the machine gets a link that signs in. A demo in a container, whose port is published on the same machine, gets one that sets a password.
 * Elsewhere there is a command, as long as nobody has an account. Undefined: people have accounts.
 */
export async function prepareSignIn(
  config: Pick<Config, "database" | "host" | "publicUrl">,
  context: CommandContext,
  demo: boolean,
): Promise<FirstSignIn | undefined> {
  const { sql, clock, ids } = context;
  const ctx = { now: clock.now(), ids };
  const isTrial = demo && config.database.kind === "embedded" && isLoopbackHost(new URL(config.publicUrl).hostname);
  if (isPrivate(config) || isTrial)
    return sql.begin(async (tx): Promise<FirstSignIn | undefined> => {
      const adminId = await (demo ? ensureDemoOwner(tx, ctx) : ensureFirstOwner(tx, ctx));
      if (adminId === undefined) return undefined;
      if (isPrivate(config)) return { kind: "link", secret: await issueSignInLink(tx, ctx, adminId) };
      const password = await issueFirstPassword(tx, ctx, adminId);
      return password && { kind: "password", ...password };
    });
  if (await hasPeople(sql)) return undefined;
  const rights = demo ? `--site ${demoSlug} --role OWNER` : "--operator";
  return { kind: "command", command: `vitrine admin create you@example.com ${rights}` };
}

/** What follows "Sign in" in the greeting. */
export function signInLines(url: string, signIn: FirstSignIn | undefined): string[] {
  switch (signIn?.kind) {
    case "link":
      return [`  Sign in      ${signInPage(url, signIn.secret)}`, "               This link signs in once, within a day."];
    case "password":
      return [
        `  Sign in      ${linkWithToken(passwordPage(url), signIn.secret)}`,
        `               Choose a password there, once, within a day. Then sign in as ${signIn.email}.`,
      ];
    case "command":
      return [`  Studio       ${url}/studio`, `               Nobody has an account yet. Make the first one: ${signIn.command}`];
    case undefined:
      return [`  Studio       ${url}/studio`];
  }
}
