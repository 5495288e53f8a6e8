import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault } from "fastify";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Static, TSchema } from "typebox";
import type { Problem } from "./problem.ts";
import type { Site } from "./site.ts";
import type { Limited } from "./request-limits.ts";

/** The credential that an operation takes. */
export type Access =
  /** The site's public key in `x-api-key`. */
  | "key"
  /** That key, or a customer's token, which selects the site by itself; or both, of one site. */
  | "keyOrToken"
  /** That key; and, where one is sent, a customer's token of the same site. */
  | "keyMaybeToken"
  /** A customer's token; a key beside it must be of the same site. */
  | "token"
  /** None. */
  | "none";

/** Which origins may read an operation's successful answers in a browser. */
export type Cors =
  /** Those that the site allows. */
  | "site"
  /** Every one: the answer is public or the URL is the credential. */
  | "any"
  /** None: not meant for browsers. */
  | "closed";

/** The customer of a request's token. */
export interface CustomerIdentity {
  readonly id: string;
  /** Of the token and of the stored password: it rises when that changes. */
  readonly tokenVersion: number;
}

declare module "node:http" {
  interface IncomingMessage {
    /** Set on arrival, before anything else looks at the request. */
    requestId: string;
    limited: Limited | undefined;
    /** Set once the request's credential was found good; a customer and a key only where they are sent. */
    site?: Site;
    customer?: CustomerIdentity;
    apiKeyId?: string;
  }
}

declare module "fastify" {
  interface FastifyContextConfig {
    access: Access;
    cors: Cors;
    /** Every problem the operation itself can answer; those of the pipeline are known. */
    problems: readonly Problem[];
    /** Answered with complete bytes by `publishedRead`; logged by sample. */
    published?: boolean;
    /** Counted against the limit of what can be used to guess or to mail, besides the one of all requests. */
    limit?: "credentials";
  }
  interface FastifySchema {
    operationId?: string;
    tags?: readonly string[];
    summary?: string;
    description?: string;
  }
  interface FastifyRequest {
    /** The site of the credential. Throws in an operation that takes none. */
    readonly site: Site;
    /** The customer of the token; undefined where there is none. */
    readonly customer: CustomerIdentity | undefined;
    /** Of the key that the request carries; undefined where a token did without. */
    readonly apiKeyId: string | undefined;
    /** What limits are counted by: one address, or one network of IPv6. */
    readonly client: string;
    /** Counts a failure of a client whose successes are not limited. Throws `rate_limited` when there were too many. */
    countFailure(): void;
  }
}

/** Lets handlers see their schemas' types. */
interface TypeBoxProvider extends FastifyTypeProvider {
  validator: this["schema"] extends TSchema ? Static<this["schema"]> : unknown;
  serializer: this["schema"] extends TSchema ? Static<this["schema"]> : unknown;
}

/** What operations register themselves on. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, TypeBoxProvider>;
