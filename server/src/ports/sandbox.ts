/** The server's needs of the sandbox processor, a package of its own that shares no code with it. */
export interface Sandbox {
  /** Its address for a browser. */
  url: string;
  port: number;
  close(): Promise<void>;
}

export interface SandboxOptions {
  /** 0: any free one. */
  port: number;
  host: string;
  /** Its address for a browser; `http://localhost:<port>` if absent. */
  publicUrl?: string;
  /** The folder of its ledger; absent: in memory only. */
  folder?: string;
  /** The receiver of an account's events. The account is its secret key. */
  endpointsOf?(secretKey: string): Promise<{ url: string; secret: string }[]>;
  now?(): Date;
  /** For a log; no line contains a secret. */
  onFailure?(line: string): void;
}
