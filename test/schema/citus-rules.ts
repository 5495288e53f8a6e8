import { parse } from "libpg-query";

/** The kinds of tables and functions in the rules. */
export interface Schema {
  /** By the name of a table, or of a view, which counts as the table that it reads. */
  kinds: ReadonlyMap<string, "distributed" | "reference" | "local">;
  /** By the name of a function: "v" where any function of that name is volatile, else "s" where any is stable. */
  volatility: ReadonlyMap<string, string>;
}

/** `routed`: to the one node that has the site. `fans out`: to all, which Citus can only do with a plain read. */
export type Verdict = "routed" | "fans out" | `refused: ${string}`;

type Node = Record<string, unknown>;
type Source = { alias: string; table: string; kind: "distributed" | "reference" | "local" };
type Level = { sources: Source[]; equalities: [string, string][]; insertsUnbound: boolean };

const bound = "$";

/**
 * How Citus executes a statement, by the rules of its router planner, which are stricter here: each query within the statement
 * compares each distributed table with a parameter by itself, be it through a join of the same query. What an outer query
 * compares does not count, for Citus sees it only where PostgreSQL happens to flatten the inner one.
 *
 * `nulls` are the numbers of the parameters that are null. Where one of them makes a condition null, PostgreSQL takes all of the
 * `on` or `where` for false and forgets what else it compares, the site as well. In a `where` or an inner join Citus sees that nothing
 * can be found, and queries no node (`JoinConditionIsOnFalse` in its router planner); in the `on` of an outer join it queries all.
 */
export async function judge(text: string, { kinds, volatility }: Schema, nulls: ReadonlySet<number> = new Set()): Promise<Verdict> {
  const tree = (await parse(text)) as unknown as { stmts: { stmt: Node }[] };
  const stmt = tree.stmts[0]?.stmt;
  if (!stmt || tree.stmts.length > 1) return "refused: not one statement";
  const errors: string[] = [];
  const levels: Level[] = [];
  const effects = { writes: false, locks: false };
  const touched = new Set<string>();
  read(stmt, new Set(), undefined);

  if (levels.some((level) => level.sources.some((each) => !isBound(level, each) && isFromShared(levels, level, each))))
    errors.push("a subquery that takes the site from an outer query");
  if (touched.has("local") && touched.has("distributed")) errors.push("a local table together with a distributed one");
  const isUnbound = levels.some((level) => level.insertsUnbound || level.sources.some((one) => !isBound(level, one)));
  if (isUnbound && effects.writes) errors.push("a change that is not bound to a site");
  if (isUnbound && effects.locks) errors.push("a lock that is not bound to a site");
  if (errors[0] !== undefined) return `refused: ${errors[0]}`;
  return isUnbound ? "fans out" : "routed";

  /** Visits a node; a query in it is a level of its own. */
  function read(node: unknown, ctes: ReadonlySet<string>, level: Level | undefined): void {
    if (Array.isArray(node)) return node.forEach((item) => read(item, ctes, level));
    if (typeof node !== "object" || node === null) return;
    for (const [kind, value] of Object.entries(node)) {
      if (kind === "SelectStmt" || kind === "InsertStmt" || kind === "UpdateStmt" || kind === "DeleteStmt")
        query(kind, value as Node, ctes);
      else if (kind === "RangeVar" && level) source(value as Node, ctes, level);
      else if (kind === "JoinExpr" && level) {
        const join = value as Node;
        read([join.larg, join.rarg], ctes, level);
        if (join.jointype === "JOIN_INNER" || !isNull(join.quals, nulls)) compare(join.quals, level);
        read(join.quals, ctes, level);
      } else read(value, ctes, level);
    }
  }

  function source(range: Node, ctes: ReadonlySet<string>, level: Level): void {
    const name = String(range.relname);
    if (ctes.has(name)) return;
    const kind = kinds.get(name) ?? "local";
    touched.add(kind);
    level.sources.push({ alias: (range.alias as { aliasname: string } | undefined)?.aliasname ?? name, table: name, kind });
  }

  function query(kind: string, node: Node, outer: ReadonlySet<string>): void {
    const ctes = new Set(outer);
    const withClause = node.withClause as
      { ctes: { CommonTableExpr: { ctename: string; ctequery: Node } }[]; recursive?: boolean } | undefined;
    for (const { CommonTableExpr: cte } of withClause?.ctes ?? []) {
      if (withClause?.recursive) ctes.add(cte.ctename);
      read(cte.ctequery, ctes, undefined);
      ctes.add(cte.ctename);
    }
    if (node.larg !== undefined) {
      query("SelectStmt", node.larg as Node, ctes);
      query("SelectStmt", node.rarg as Node, ctes);
      return;
    }
    const level: Level = { sources: [], equalities: [], insertsUnbound: false };
    levels.push(level);
    if (node.lockingClause !== undefined) effects.locks = true;
    const locking = (node.lockingClause ?? []) as { LockingClause: { lockedRels?: { RangeVar: { relname: string } }[] } }[];
    if (node.relation !== undefined) {
      effects.writes = true;
      changes(kind, node, level, ctes);
    }
    const { withClause: _with, relation: _relation, whereClause, ...rest } = node;
    read([rest.fromClause, rest.usingClause], ctes, level);
    compare(whereClause, level);
    for (const { LockingClause: lock } of locking) {
      const names = lock.lockedRels?.map(({ RangeVar }) => RangeVar.relname);
      if (level.sources.some(({ table, alias }) => table === "sites" && (names?.includes(alias) ?? true))) errors.push("a lock on `sites`");
    }
    const { fromClause: _from, usingClause: _using, ...others } = rest;
    read([whereClause, others], ctes, level);
  }

  function changes(kind: string, node: Node, level: Level, ctes: ReadonlySet<string>): void {
    const table = String((node.relation as Node).relname);
    const isCitus = kinds.has(table);
    touched.add(kinds.get(table) ?? "local");
    if (table === "sites") errors.push("a change of `sites`");
    if (kind === "InsertStmt" && hasNullTestOfParameter((node.selectStmt as { SelectStmt?: Node } | undefined)?.SelectStmt?.whereClause))
      errors.push("a null parameter decides what is inserted");
    if (kind !== "InsertStmt") source(node.relation as Node, ctes, level);
    if (!isCitus) return;
    const columns = targets(kind === "InsertStmt" ? node.cols : node.targetList);
    if (kind === "InsertStmt" && kinds.get(table) === "distributed") level.insertsUnbound = !insertsBound(node, columns.indexOf("site_id"));
    if (kind === "UpdateStmt" && kinds.get(table) === "distributed" && columns.includes("site_id"))
      errors.push("the site of a row is changed");
    const conflict = node.onConflictClause as Node | undefined;
    if (targets(conflict?.targetList).includes("site_id")) errors.push("the site of a row is changed");
    if (conflict && functions([conflict.targetList, conflict.whereClause]).some((name) => volatility.get(name) !== "i"))
      errors.push("a function in `on conflict` that is not immutable");
    // The time zone decides what a day is, so such a sum is stable only.
    if (kinds.get(table) === "distributed" && addsInterval([conflict, kind === "UpdateStmt" && node]))
      errors.push("an interval in a change");
    const select = (node.selectStmt as { SelectStmt?: Node } | undefined)?.SelectStmt;
    if (conflict && kind === "InsertStmt" && select && select.valuesLists === undefined && contains(conflict, "ParamRef"))
      errors.push("a parameter in `on conflict` of an `insert … select`");
    if (functions(node.returningList ?? node.returningClause).some((name) => volatility.get(name) !== "i"))
      errors.push("a function in `returning` that is not immutable");
    if (
      kind !== "InsertStmt" &&
      functions([node.targetList, node.whereClause, node.fromClause]).some((name) => volatility.get(name) === "v")
    )
      errors.push("a volatile function in a change");
  }

  /** An `insert` names the site itself, or takes it from a query that is checked by itself. */
  function insertsBound(node: Node, place: number): boolean {
    const select = (node.selectStmt as { SelectStmt?: Node } | undefined)?.SelectStmt;
    if (place < 0 || !select) return false;
    const rows = (select.valuesLists as { List: { items: Node[] } }[] | undefined)?.map(({ List }) => List.items[place]);
    const chosen = (select.targetList as { ResTarget: { val: Node } }[] | undefined)?.[place]?.ResTarget.val;
    return (rows ?? [chosen]).every((value) => {
      const name = term(value, undefined);
      return name === bound || (rows === undefined && name !== undefined && name.endsWith(".site_id"));
    });
  }

  /** The comparisons of an `and` that hold for every row. */
  function compare(node: unknown, level: Level): void {
    const { BoolExpr: logic, A_Expr: expression } = (node ?? {}) as { BoolExpr?: Node; A_Expr?: Node };
    if (logic?.boolop === "AND_EXPR") for (const item of logic.args as Node[]) compare(item, level);
    if (expression?.kind !== "AEXPR_OP" || (expression.name as { String?: { sval: string } }[])[0]?.String?.sval !== "=") return;
    const [left, right] = [term(expression.lexpr, level), term(expression.rexpr, level)];
    if (left !== undefined && right !== undefined) level.equalities.push([left, right]);
  }

  function term(node: unknown, level: Level | undefined): string | undefined {
    const { ParamRef, A_Const, TypeCast, ColumnRef } = (node ?? {}) as {
      ParamRef?: Node;
      A_Const?: Node;
      TypeCast?: Node;
      ColumnRef?: Node;
    };
    if (ParamRef) return isNull(node, nulls) ? undefined : bound;
    if (A_Const) return A_Const.isnull === true ? undefined : bound;
    if (TypeCast) return term(TypeCast.arg, level);
    const names = (ColumnRef?.fields as { String?: { sval: string } }[] | undefined)?.map(({ String: name }) => name?.sval ?? "*");
    if (!names) return undefined;
    if (names.length > 1) return names.join(".");
    // Without its table's name it is the only one's.
    return level?.sources.length === 1 ? `${level.sources[0]?.alias}.${names[0]}` : undefined;
  }
}

/** Whether an expression is null, or false, for every row. A function counts as strict, which most are. */
function isNull(node: unknown, nulls: ReadonlySet<number>): boolean {
  const { ParamRef, TypeCast, A_Expr, BoolExpr, FuncCall } = (node ?? {}) as Record<string, Node | undefined>;
  const is = (part: unknown) => isNull(part, nulls);
  if (ParamRef) return nulls.has(Number(ParamRef.number));
  if (TypeCast) return is(TypeCast.arg);
  if (A_Expr) return !String(A_Expr.kind).includes("DISTINCT") && [A_Expr.lexpr, A_Expr.rexpr].some(is);
  if (BoolExpr) return BoolExpr.boolop === "OR_EXPR" ? (BoolExpr.args as Node[]).every(is) : (BoolExpr.args as Node[]).some(is);
  return FuncCall !== undefined && ((FuncCall.args ?? []) as Node[]).some(is);
}

function isBound({ equalities }: Level, { alias, kind }: Source): boolean {
  if (kind !== "distributed") return true;
  const reached = new Set([`${alias}.site_id`]);
  for (let size = 0; size !== reached.size;) {
    size = reached.size;
    for (const [left, right] of equalities) {
      if (reached.has(left) && left !== bound) reached.add(right);
      if (reached.has(right) && right !== bound) reached.add(left);
    }
  }
  return reached.has(bound);
}

/** Whether the site comes from a table of an outer query that is on every node. */
function isFromShared(levels: readonly Level[], { sources, equalities }: Level, { alias }: Source): boolean {
  const shared = new Set(levels.flatMap((level) => level.sources.filter(({ kind }) => kind === "reference").map((each) => each.alias)));
  const own = new Set(sources.map((each) => each.alias));
  return equalities.some(
    (sides) =>
      sides.includes(`${alias}.site_id`) &&
      sides.some((side) => {
        const [table = ""] = side.split(".");
        return !own.has(table) && shared.has(table);
      }),
  );
}

/** Whether the text has `$1 is null`, or `is not null`. */
function hasNullTestOfParameter(node: unknown): boolean {
  if (typeof node !== "object" || node === null) return false;
  return Object.entries(node).some(
    ([kind, value]) => (kind === "NullTest" && contains((value as Node).arg, "ParamRef")) || hasNullTestOfParameter(value),
  );
}

/** Whether an interval is added to a column, or subtracted from one. */
function addsInterval(node: unknown): boolean {
  if (typeof node !== "object" || node === null) return false;
  const { lexpr, rexpr } = ((node as Node).A_Expr ?? {}) as { lexpr?: Node; rexpr?: { TypeCast?: { typeName: unknown } } };
  const isInterval = JSON.stringify(rexpr?.TypeCast?.typeName ?? null).includes('"interval"');
  return (isInterval && lexpr?.ColumnRef !== undefined) || Object.values(node).some(addsInterval);
}

function targets(list: unknown): string[] {
  return ((list ?? []) as { ResTarget?: { name?: string } }[]).map(({ ResTarget }) => ResTarget?.name ?? "");
}

/** The names of all functions in a tree. */
function functions(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([kind, value]) => {
    const names = kind === "FuncCall" ? [((value as Node).funcname as { String?: { sval: string } }[]).at(-1)?.String?.sval ?? ""] : [];
    return [...names, ...functions(value)];
  });
}

function contains(node: unknown, kind: string): boolean {
  return typeof node === "object" && node !== null && Object.entries(node).some(([key, value]) => key === kind || contains(value, kind));
}
