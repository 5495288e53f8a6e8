import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault } from "fastify";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Static, TSchema } from "typebox";
import type { Problem } from "./problem.ts";
import type { Site } from "./site.ts";
import type { Allowance, Rate } from "./token-bucket.ts";

/** The credential that an operation takes. */
export type Access =
  /** The site's public key in `x-api-key`. */
  | "key"
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

declare module "node:http" {
  interface IncomingMessage {
    /** Set on arrival, before anything else looks at the request. */
    requestId: string;
    limited: { rate: Rate; allowance: Allowance } | undefined;
    /** Set once the request's credential was found good. */
    site?: Site;
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
    readonly limited: { rate: Rate; allowance: Allowance } | undefined;
  }
}

/** Lets handlers see their schemas' types. */
interface TypeBoxProvider extends FastifyTypeProvider {
  validator: this["schema"] extends TSchema ? Static<this["schema"]> : unknown;
  serializer: this["schema"] extends TSchema ? Static<this["schema"]> : unknown;
}

/** What operations register themselves on. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, TypeBoxProvider>;
