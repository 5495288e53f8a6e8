/** The tables that the statements of a text read and write, by PostgreSQL's own parser. */
import { parse } from "libpg-query";
import ts from "typescript";

export interface TableUse {
  /** Tables, views and functions by name. Other names may be here, too: the schema decides. */
  reads: ReadonlySet<string>;
  writes: ReadonlySet<string>;
}

/** A statement of a TypeScript file: its text, with a parameter for each `${…}`. */
export interface FoundStatement {
  line: number;
  text: string;
  /** A part of a statement: its surroundings, and its own pieces, are in other templates. */
  isPiece: boolean;
}

/** The statements of a file of server/src; eslint.config.js ensures that there are none under other names. */
export function statementsIn(source: string): FoundStatement[] {
  const file = ts.createSourceFile("", source, ts.ScriptTarget.Latest, true);
  const statements: FoundStatement[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node)) {
      const [, tag] = /\b(sql|tx|piece|statement)$/.exec(node.tag.getText(file)) ?? [];
      if (tag !== undefined) {
        const { template } = node;
        const texts = ts.isNoSubstitutionTemplateLiteral(template)
          ? [template.text]
          : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
        const text = texts.reduce((sum, next, index) => `${sum}$${index}${next}`);
        const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
        if (text.trim() !== "") statements.push({ line, text, isPiece: tag === "piece" || tag === "statement" });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return statements;
}

/** The surroundings of a piece in a statement. */
const frames: readonly ((piece: string) => string)[] = [
  (piece) => piece,
  (piece) => `${piece} select`,
  (piece) => `select ${piece}`,
  (piece) => `select from ${piece}`,
  (piece) => `select where true ${piece}`,
  (piece) => `select order by ${piece}`,
];

/**
 * The reads and writes of a statement. A piece is tried in every place of a piece, and counts with all its possible meanings: a name
 * that is not a table does no harm. Undefined: it is not SQL.
 */
export async function tableUse({ text, isPiece }: Pick<FoundStatement, "text" | "isPiece">): Promise<TableUse | undefined> {
  const trees = isPiece
    ? (await Promise.all(frames.map((frame) => parsePiece(frame(text))))).filter((tree) => tree !== undefined)
    : [await parseOrNothing(text)].filter((tree) => tree !== undefined);
  if (trees.length === 0) return undefined;
  const uses = trees.map((tree) => usesOf(tree));
  return { reads: new Set(uses.flatMap(({ reads }) => [...reads])), writes: new Set(uses.flatMap(({ writes }) => [...writes])) };
}

/** Not the name of a table. */
const anyTable = "any_table";

/** A parameter in a place where none is allowed is another piece: nothing, a table, or a query. */
async function parsePiece(text: string): Promise<unknown> {
  const tree = await parseOrNothing(text);
  if (tree !== undefined) return tree;
  const stopped = await errorAt(text);
  for (const { 0: parameter, index } of text.matchAll(/\$\d+/g)) {
    // Only the one that the parser does not accept: all sets of parameters would be too many.
    if (stopped < index || stopped > index + parameter.length) continue;
    for (const other of ["", anyTable, "select"]) {
      const filled = text.slice(0, index) + other + text.slice(index + parameter.length);
      if ((await errorAt(filled)) <= index + other.length) continue;
      const parsedPiece = await parsePiece(filled);
      if (parsedPiece !== undefined) return parsedPiece;
    }
  }
  return undefined;
}

/** Where the parser stops; Infinity where it does not. */
async function errorAt(text: string): Promise<number> {
  try {
    await parse(text);
    return Infinity;
  } catch (error) {
    return (error as { sqlDetails?: { cursorPosition?: number } }).sqlDetails?.cursorPosition ?? -1;
  }
}

async function parseOrNothing(text: string): Promise<unknown> {
  try {
    return await parse(text);
  } catch {
    return undefined;
  }
}

type Node = Record<string, unknown>;

function usesOf(tree: unknown): TableUse {
  const reads = new Set<string>();
  const writes = new Set<string>();
  visit(tree, new Set());
  return { reads, writes };

  function visit(node: unknown, outer: ReadonlySet<string>): void {
    if (Array.isArray(node)) return node.forEach((item) => visit(item, outer));
    if (typeof node !== "object" || node === null) return;
    const ctes = withOwn(node as Node, outer);
    for (const [kind, value] of Object.entries(node)) {
      // `for update of` uses the names that tables have in the statement.
      if (kind === "LockingClause") continue;
      if (kind === "withClause") {
        visitCtes(value as Node, outer);
        continue;
      }
      if (kind === "RangeVar") read(value as Node, ctes);
      if (kind === "FuncCall") reads.add(lastName((value as { funcname: StringNode[] }).funcname));
      if (["InsertStmt", "UpdateStmt", "DeleteStmt", "MergeStmt"].includes(kind)) writes.add(nameOf((value as Node).relation as Node));
      if (kind === "TruncateStmt")
        for (const { RangeVar } of (value as { relations: { RangeVar: Node }[] }).relations) writes.add(nameOf(RangeVar));
      visit(value, ctes);
    }
  }

  /** A common table expression is visible to those after it; to itself if they are recursive. */
  function visitCtes(clause: Node, outer: ReadonlySet<string>): void {
    const knownNames = new Set(outer);
    for (const { CommonTableExpr: cte } of clause.ctes as { CommonTableExpr: { ctename: string; ctequery: Node } }[]) {
      if (clause.recursive === true) knownNames.add(cte.ctename);
      visit(cte.ctequery, new Set(knownNames));
      knownNames.add(cte.ctename);
    }
  }

  function read(range: Node, ctes: ReadonlySet<string>): void {
    const name = nameOf(range);
    if (range.schemaname === undefined && !ctes.has(name) && name !== anyTable) reads.add(name);
  }
}

function withOwn(node: Node, outer: ReadonlySet<string>): ReadonlySet<string> {
  const clause = node.withClause as { ctes: { CommonTableExpr: { ctename: string } }[] } | undefined;
  return clause ? new Set([...outer, ...clause.ctes.map(({ CommonTableExpr }) => CommonTableExpr.ctename)]) : outer;
}

type StringNode = { String: { sval: string } };

function lastName(names: readonly StringNode[]): string {
  return names.at(-1)?.String.sval ?? "";
}

/** The tables of a schema; and its views and functions, with all that each names. */
export interface Schema {
  tables: Set<string>;
  views: Map<string, ReadonlySet<string>>;
}

/** Adds the objects that an SQL script creates. */
export async function addCreated(schema: Schema, script: string): Promise<void> {
  const { stmts } = (await parse(script)) as unknown as { stmts: { stmt: Record<string, Node> }[] };
  for (const { stmt } of stmts) {
    if (stmt.CreateStmt) schema.tables.add(nameOf(stmt.CreateStmt.relation as Node));
    if (stmt.ViewStmt) schema.views.set(nameOf(stmt.ViewStmt.view as Node), usesOf(stmt.ViewStmt.query).reads);
    if (stmt.CreateFunctionStmt) {
      const { funcname, options } = stmt.CreateFunctionStmt as unknown as { funcname: StringNode[]; options: Node[] };
      // Bodies are text, mostly in a language that the parser does not read.
      const named = [...JSON.stringify(options).matchAll(/\b(?:from|join|into|update) (\w+)/g)].map(([, name = ""]) => name);
      schema.views.set(lastName(funcname), new Set(named));
    }
    for (const name of stmt.DropStmt ? namesIn(stmt.DropStmt) : []) {
      schema.tables.delete(name);
      schema.views.delete(name);
    }
  }
}

function namesIn(node: unknown): string[] {
  return [...JSON.stringify(node).matchAll(/"sval":"(\w+)"/g)].map(([, name = ""]) => name);
}

function nameOf(range: Node): string {
  return String(range.relname);
}
