import type { LiveUpdates } from "../lib/http/live-updates.ts";
import type { CaughtMails } from "./mailer.ts";

/** The pages that a server shows besides the API: on somebody's own machine, or with the demo site. */
export interface LocalServer {
  /** Whether `/` shows all of this. */
  hasStartPage: boolean;
  /** Whether everybody who can reach the server may see its sites: nobody but the person at this machine can. */
  showsOwnSites: boolean;
  /** Absent: mails are sent, or nobody may see them. */
  caughtMails: CaughtMails | undefined;
  live: LiveUpdates;
  /** Whether the server printed a link that signs in when it started. */
  printsSignIn: boolean;
  /** The demo site, if the server was started with it. */
  demo: DemoSite | undefined;
  /** The page that shows a site's pages, of an origin of its own, so that the studio can frame it. Undefined: there is none. */
  viewerUrl: string | undefined;
  /** The sandbox's page; undefined with a real payment processor. */
  sandboxUrl: string | undefined;
  /** Stands before the commands that are printed, so that they reach this server: `DATA_DIR=./other `. Empty with the default settings. */
  commandPrefix: string;
}

/** The demo site as its visitors reach it. */
export interface DemoSite {
  slug: string;
  apiKey: string;
  /** Of a page's draft. Undefined: the page is gone. */
  previewToken: string | undefined;
}
