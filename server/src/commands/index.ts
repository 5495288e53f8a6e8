import type { Command } from "./command.ts";
import { doctor } from "./doctor.ts";
import { keyCreate } from "./key-create.ts";
import { keyList } from "./key-list.ts";
import { keyRevoke } from "./key-revoke.ts";
import { siteCreate } from "./site-create.ts";
import { siteExport } from "./site-export.ts";
import { siteImport } from "./site-import.ts";
import { siteList } from "./site-list.ts";

/** Every command that needs the database, by the words that call it. */
export const commands = {
  "site list": siteList,
  "site create": siteCreate,
  "site import": siteImport,
  "site export": siteExport,
  "key create": keyCreate,
  "key list": keyList,
  "key revoke": keyRevoke,
  doctor,
};

export type CommandName = keyof typeof commands;
export type AnyCommand = Command<object, unknown>;
