import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, FastifyTypeProvider, RawServerDefault } from "fastify";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Type, type Static, type TObject, type TSchema } from "typebox";
import type { AdminIdentity, Membership } from "../admin/identity.ts";
import type { Permission } from "../admin/roles.ts";
import type { Problem } from "./problem.ts";
import type { Site } from "../site.ts";
import type { Limited } from "./request-limits.ts";
import type { Conditional, Expected } from "./revision.ts";

/** The credential that an operation of the public API takes. */
export type PublicAccess =
  /** The site's public key in `x-api-key`. */
  | "key"
  /** That key, or a customer's token, which selects the site by itself; or both, of one site. */
  | "keyOrToken"
  /** That key, and optionally a customer's token of the same site. */
  | "keyMaybeToken"
  /** A customer's token; a key beside it must be of the same site. */
  | "token"
  /** No credential. */
  | "none";

/** The person that an operation of the admin API takes. */
export type AdminAccess =
  /** Nobody yet: whatever identity the request carries is not read. */
  | "signIn"
  /** Somebody whose password was right, and who has a second factor to show. */
  | "pendingSecondFactor"
  /** Anybody who is signed in, or holds a personal access token. */
  | "admin"
  /** The same without tokens: what belongs to the account itself. */
  | "session"
  /** A member of the site in the path, as `{siteSlug}`, whose role has the operation's `permission`. */
  | "member"
  /** An operator of the server. */
  | "operator";

export type Access = PublicAccess | AdminAccess;

/** A success without a body. */
export const NoContent = Type.Void();

/** Which origins may read an operation's successful responses in a browser. */
type Cors =
  /** Those that the site allows. */
  | "site"
  /** Every origin: the response is public or the URL is the credential. */
  | "any"
  /** No origin: not meant for browsers. */
  | "closed";

/**
 * The form of a request's body: parsed JSON, the fields of an HTML form, or the raw bytes. `file`: the operation reads the bytes as they come, and bounds
 * them itself. `jsonOrParts`: parsed JSON, or a `multipart/form-data` that the operation reads in the same way as a file.
 */
export type BodyForm = "json" | "form" | "bytes" | "file" | "jsonOrParts";

/** Everything that the router, the API description, the client and the tests need to know about an operation. */
export interface OperationSpec {
  /** The `operationId`, a method's name in the client. */
  id: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The whole path, its parameters in braces; `{+slug}` has several segments (RFC 6570). */
  path: string;
  access: Access;
  /** Of a member: no request without it comes further. */
  permission?: Permission;
  /** Needs a sign-in or a confirmation within the last 15 minutes, so that a cookie alone does not do. */
  recentSignIn?: true;
  /** Of a member: also for a site that was deleted and is still kept. */
  whileDeleted?: true;
  /** Of a member: stores more in the site than before. Refused where the site is full. */
  grows?: true;
  /** Changes something with a revision. */
  conditional?: Conditional;
  /** The answer has a secret that no other answer has: it is never stored. */
  showsSecret?: true;
  cors: Cors;
  /** Every problem that the operation itself can return; those of the pipeline are known. */
  problems: readonly Problem[];
  tags: readonly string[];
  summary: string;
  description?: string;
  params?: TObject | undefined;
  query?: TObject | undefined;
  /** Headers of the request that the operation reads itself, for the API description. */
  requestHeaders?: TObject;
  /**
   * Spoken by clients of this protocol: the typed client has no method for it. POST at its address may name another method in
   * `X-HTTP-Method-Override`, as the protocol has it for clients behind proxies that let no other through.
   */
  protocol?: "tus";
  /** Further headers of the answer to OPTIONS at the address. */
  optionsHeaders?: Readonly<Record<string, string>>;
  body?: TSchema | undefined;
  /**
   * The success, by its status. With several, the lowest is the usual one, and the operation sets any other itself. Absent: a page or a
   * file, which the API description leaves out.
   */
  response?: Readonly<Record<number, TSchema>> | undefined;
  /** The success is of this media type, and is sent while it is made or read: events without an end, rows, or a file. There is no `response`. */
  streams?: "text/event-stream" | "text/csv" | "application/octet-stream";
  takes?: BodyForm;
  /** Of raw bytes: what they may be, by media type. Absent: the API description leaves them out. */
  bodyForms?: Readonly<Record<string, TSchema>>;
  /** Further media types of the success, as text, for those who ask for them by `Accept`. */
  textForms?: readonly string[];
  /** Of the body. Absent: 256 KiB. */
  maxBodyBytes?: number;
  /** Members and items of a JSON body in all. Absent: 5,000. */
  maxJsonValues?: number;
  /** Also counted against the limit for operations that could be used to guess or to send mail. */
  limit?: "credentials";
  /** Found under one spelling only, so that a proxy rule that closes the address closes all of it. */
  exact?: true;
  /** `publishedRead` sends its response as complete bytes; logged by sample. */
  published?: true;
  /** The response is written unchanged: its members were picked by hand, or it is text already. */
  unserialised?: true;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** The work of an operation, in one server. `before` runs before any of the body is read. */
type Behaviour = Handler | { before(request: FastifyRequest): Promise<void>; answer: Handler };

const adminAccesses: ReadonlySet<Access> = new Set<AdminAccess>([
  "signIn",
  "pendingSecondFactor",
  "admin",
  "session",
  "member",
  "operator",
]);

export function isAdminAccess(access: Access): access is AdminAccess {
  return adminAccesses.has(access);
}

/** Whether an operation is at the hosts of sites: those of the site's visitors. Everything else is at the server's own addresses alone. */
export function isAtApiHosts({ access }: Pick<OperationSpec, "access">): boolean {
  return access !== "none" && !isAdminAccess(access);
}

/** Whether an operation returns data, so that the API description has it and the proofs send it. */
export function isDescribed({ response, streams }: Pick<OperationSpec, "response" | "streams">): boolean {
  return response !== undefined || streams !== undefined;
}

/** Whether an operation is part of the admin API, which has a description of its own. */
export function isOfAdminApi({ access, path }: Pick<OperationSpec, "access" | "path">): boolean {
  return isAdminAccess(access) || path.startsWith(adminBase);
}

/** The beginning of every address of the admin API. */
export const adminBase = "/api/admin/v1";

/** The beginning of every address of a file in a media library. */
export const mediaBase = "/media/";

/** Whether a request is meant for the admin API, whatever becomes of it. */
export function isAdminUrl(url: string): boolean {
  return url === adminBase || url.startsWith(`${adminBase}/`) || url.startsWith(`${adminBase}?`);
}

/** Whether a request's path, without its query, is at the operation's address. */
export function isAt({ path, params, exact }: OperationSpec, requested: string): boolean {
  const pattern = path
    .replace(/[.]/g, "\\.")
    .replace(/\{\+\w+\}/g, ".+")
    .replace(/\{(\w+)\}/g, (_all, name: string) => chosenSegments(params, name) ?? "[^/]+");
  return new RegExp(`^${pattern}${exact ? "" : "/?"}$`).test(requested);
}

/** The segments that a parameter may be, as a pattern, where its schema lists them: any other segment is another address. */
export function chosenSegments(params: TObject | undefined, name: string): string | undefined {
  const { enum: values } = (params?.properties[name] ?? {}) as { enum?: readonly string[] };
  return values && `(${values.join("|")})`;
}

/** An operation as a value: its words, and its work with the parts of `Deps` that it names. */
export interface Operation<Needs> extends OperationSpec {
  behaviour: (deps: Needs) => Behaviour;
}

type Of<Schema> = Schema extends TSchema ? Static<Schema> : unknown;
type TypedRequest<Params, Query, Body> = FastifyRequest<{ Params: Of<Params>; Querystring: Of<Query>; Body: Of<Body> }>;
type Answer<Response> = Response extends Readonly<Record<number, TSchema>> ? Static<Response[keyof Response & number]> : FastifyReply;
type TypedHandler<Params, Query, Body, Response> = (
  request: TypedRequest<Params, Query, Body>,
  reply: FastifyReply,
) => Promise<Answer<Response>>;

/** Makes an operation. `behaviour` is called once for each server, and its result for each request. */
export function operation<
  Needs,
  Params extends TObject | undefined = undefined,
  Query extends TObject | undefined = undefined,
  Body extends TSchema | undefined = undefined,
  Response extends Readonly<Record<number, TSchema>> | undefined = undefined,
>(
  words: Omit<OperationSpec, "params" | "query" | "body" | "response"> & {
    params?: Params;
    query?: Query;
    body?: Body;
    response?: Response;
  },
  behaviour: (
    deps: Needs,
  ) =>
    | TypedHandler<Params, Query, Body, Response>
    | { before(request: FastifyRequest): Promise<void>; answer: TypedHandler<Params, Query, Body, Response> },
): Operation<Needs> {
  return { ...words, behaviour: behaviour as (deps: Needs) => Behaviour };
}

/** The customer of a request's token. */
export interface CustomerIdentity {
  readonly id: string;
  /** The version of the token and of the stored password: it rises when the password changes. */
  readonly tokenVersion: number;
}

declare module "node:http" {
  interface IncomingMessage {
    /** Set on arrival, before any other code sees the request. */
    requestId: string;
    limited: Limited | undefined;
    /** The host of a site that the request names. Set on arrival, and absent at the server's own addresses. */
    apiHost?: { readonly name: string; readonly siteId: string } | undefined;
    /** The monotonic time since when the request is being validated and begun; unset otherwise. */
    workBeganAtMs?: number;
    /** Set once the body is read: gives back the memory that was reserved for it. */
    release?: () => void;
    /** Set once the request's credential is verified; a customer and a key only if they were sent. */
    site?: Site;
    customer?: CustomerIdentity;
    apiKeyId?: string;
    /** Set once the person of a request to the admin API is verified; the membership only in operations of members. */
    admin?: AdminIdentity;
    member?: Membership;
    expected?: Expected;
  }
}

declare module "fastify" {
  interface FastifyContextConfig {
    access: Access;
    permission?: Permission;
    recentSignIn?: boolean;
    whileDeleted?: boolean;
    grows?: true;
    conditional?: Conditional;
    maxJsonValues?: number;
    cors: Cors;
    /** Every problem the operation itself can return; those of the pipeline are known. */
    problems: readonly Problem[];
    /** `publishedRead` sends its response as complete bytes; logged by sample. */
    published?: boolean;
    /** Found under one spelling only, so that a proxy rule that closes the address closes all of it. */
    exact?: boolean;
    /** Also counted against the limit for operations that could be used to guess or to send mail. */
    limit?: "credentials";
    optionsHeaders?: Readonly<Record<string, string>>;
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
    /** The customer of the token; undefined without one. */
    readonly customer: CustomerIdentity | undefined;
    /** The key that the request carries; undefined if the token was enough. */
    readonly apiKeyId: string | undefined;
    /** The person of a request to the admin API. Throws in an operation that takes none. */
    readonly admin: AdminIdentity;
    /** That person's place in the site of the path. Throws in an operation that declares another access. */
    readonly member: Membership;
    /** The condition of a request that changes something with a revision. Throws in an operation that declares none. */
    readonly expected: Expected;
    /** The unit of rate limits: one address, or one network of IPv6. */
    readonly client: string;
    /** The raw body, at most as large as the route's `bodyLimit`. Rejects with a problem. */
    readBody(): Promise<Buffer>;
    /** Does work that grows with the size of the request, on the client's budget of processor time. */
    spend<T>(work: () => T): T;
    /** Counts a failure of a client whose successes are not limited. Throws `rate_limited` after too many. */
    countFailure(): void;
  }
}

/** Lets handlers see their schemas' types. */
interface TypeBoxProvider extends FastifyTypeProvider {
  validator: this["schema"] extends TSchema ? Static<this["schema"]> : unknown;
  serializer: this["schema"] extends TSchema ? Static<this["schema"]> : unknown;
}

/** The registry of operations. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, TypeBoxProvider>;
