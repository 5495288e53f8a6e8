/** What the server needs of the payment processor in which no money moves, a package of its own that it shares no code with. */
export interface Sandbox {
  /** How a browser reaches it. */
  url: string;
  port: number;
  close(): Promise<void>;
}

export interface SandboxOptions {
  /** 0: any free one. */
  port: number;
  host: string;
  /** How a browser reaches it; `http://localhost:<port>` if absent. */
  publicUrl?: string;
  /** The folder of its ledger; absent: in memory only. */
  folder?: string;
  /** Where the events of an account go. The account is its secret key. */
  endpointsOf?(secretKey: string): Promise<{ url: string; secret: string }[]>;
  now?(): Date;
  /** For a log; no line holds a secret. */
  onFailure?(line: string): void;
}

/** Rejects if the port is taken. */
export type StartSandbox = (options: SandboxOptions) => Promise<Sandbox>;
