import { Type, type Static } from "typebox";
import type { ValidationError, Problem } from "../../../lib/http/problem.ts";
import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { AffectedContent, type Effect } from "./affected-contents.ts";

export const JsonObject = Type.Record(Type.String(), Type.Unknown());
export const TypeTitle = Type.String({ minLength: 1, maxLength: 200, pattern: "\\S" });

/** A place that keeps a type from being deleted. */
export interface TypeUse {
  document: string;
  locale: string;
  state: "PUBLISHED" | "DRAFT";
}

/** The common parts of block types and content types, for the operations that change them. */
export interface TypeKind<Input, Stored extends { title: string; revision: number }> {
  /** In the audit log. */
  targetType: "blockType" | "contentType";
  notFound: Problem;
  /** Why a new one cannot have the name. */
  nameFault(name: string): string | undefined;
  errors(input: Input): ValidationError[];
  read(sql: Sql, siteId: string, name: string): Promise<Stored | undefined>;
  count(sql: Sql, siteId: string): Promise<number>;
  findAffected(tx: Sql, siteId: string, name: string, input: Input, options: { marks: boolean }): Promise<Effect>;
  /** Why the documents of the type do not allow the definition; pointers into it. */
  errorsOfUse(tx: Sql, siteId: string, name: string, input: Input): Promise<ValidationError[]>;
  /** Throws `validation_failed` if the site's types are too large with it, or `several_entries`. */
  save(tx: Sql, ctx: PublicWriteContext, siteId: string, name: string, input: Input): Promise<void>;
  findUses(tx: Sql, siteId: string, name: string): Promise<{ uses: TypeUse[]; total: number }>;
  remove(tx: Sql, ctx: PublicWriteContext, siteId: string, name: string): Promise<void>;
}

/** The report of a check. */
export const TypeProblem = Type.Object(
  { path: Type.String(), code: Type.String(), message: Type.String() },
  { additionalProperties: false },
);
export type TypeProblem = Static<typeof TypeProblem>;

/** The effects of a new definition. */
export const TypeCheck = Type.Object(
  {
    valid: Type.Boolean({ description: "The definition itself has no problem." }),
    problems: Type.Array(TypeProblem),
    affected: Type.Array(AffectedContent, { description: "Contents that it would make invalid, at most 100." }),
    affectedTotal: Type.Integer(),
  },
  { $id: "TypeCheck", additionalProperties: false },
);
