/** One try to deliver a message to the endpoint of a site. */
export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Why a try failed, for the people of the site. `status`: the endpoint answered something other than a success. */
export const webhookErrors = [
  "status",
  "redirect",
  "timeout",
  "address_not_allowed",
  "name_not_found",
  "connection_refused",
  "connection_failed",
  "tls_failed",
] as const;
export type WebhookError = (typeof webhookErrors)[number];

export interface WebhookOutcome {
  /** Null: it was delivered. */
  error: WebhookError | null;
  /** Null: there was no answer. */
  status: number | null;
  /** The beginning of the answer's body. */
  answer: string | null;
  /** As the endpoint sent it. */
  retryAfter: string | null;
}

/** Sends messages to the addresses that sites choose. */
export interface WebhookSender {
  /** Never rejects. Connects to addresses that a site may reach, and follows no redirect. Ends within seconds, whatever the endpoint does. */
  send(request: WebhookRequest): Promise<WebhookOutcome>;
}
