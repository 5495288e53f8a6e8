// @ts-check
const ts = require("typescript");

/**
 * @typedef {{ kind: "type", value: string } | { kind: "literal", base: Answer } | { kind: "union", value: Answer[] }
 *   | { kind: "array", value: Answer } | { kind: "object", value: [string, Answer][] }} Answer What SafeQL found a column to be.
 * @typedef {{ typeArguments?: { params: object[] }, quasi: { quasis: { value: { raw: string } }[] },
 *   tag: { name?: string, property?: { name?: string } } }} Statement
 */

/**
 * A plugin of SafeQL: says which statements it checks, and compares each row type with what the statement answers.
 *
 * SafeQL's own comparison wants the two spelled alike, null for null, which it cannot know: it takes `count(*)` in a
 * subquery for nullable, and a column of an outer lateral join for never null. Here TypeScript compares, so that every
 * way to write a type will do. The names must be the same on both sides. A column may be declared nullable that never
 * is null; one that may be null must be declared so when it is a plain column, and is believed when it is an expression.
 */
exports.factory = () => ({
  name: "rows",
  /** @param {{ node: Statement }} target */
  onTarget: ({ node: { tag } }) => (/^(sql|tx)$/.test(tag.name ?? tag.property?.name ?? "") ? { typeCheck: rowFault } : undefined),
});

/**
 * @param {{ node: Statement, output: Answer, checker: ts.TypeChecker, parser: { esTreeNodeToTSNodeMap: Map<object, ts.TypeNode> } }} checked
 * @returns {{ message: string } | undefined}
 */
function rowFault({ node, output, checker, parser }) {
  const declaration = node.typeArguments?.params[0];
  // Without a row type there is no column that anyone could read.
  if (!declaration || output.kind !== "object") return undefined;
  const row = checker.getTypeFromTypeNode(/** @type {ts.TypeNode} */ (parser.esTreeNodeToTSNodeMap.get(declaration)));
  const text = outermost(node.quasi.quasis.map(({ value }) => value.raw).join("$"));
  const declared = new Map(checker.getPropertiesOfType(row).map((property) => [property.name, checker.getTypeOfSymbol(property)]));
  const columns = new Map(output.value);
  const faults = [
    ...[...declared.keys()].filter((name) => !columns.has(name)).map((name) => `${name} is declared and not selected`),
    ...[...columns].flatMap(([name, answer]) => {
      const type = declared.get(name) ?? row.getStringIndexType();
      if (!type) return [`${name} is selected and not declared`];
      if (fits(checker, withoutNull(answer), type) && (isNullable(checker, type) || !mayBeNull(answer, name, text))) return [];
      return [`${name} is ${spelled(answer)} and declared as ${checker.typeToString(type)}`];
    }),
  ];
  return faults.length > 0 ? { message: `The row type does not fit the statement: ${faults.join("; ")}.` } : undefined;
}

/**
 * Whether every value of the answer is one of the declared type.
 * @param {ts.TypeChecker} checker
 * @param {Answer} answer
 * @param {ts.Type} type
 * @returns {boolean}
 */
function fits(checker, answer, type) {
  const value = checker.getNonNullableType(type);
  if (value.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return true;
  const members = value.isUnion() ? value.types : [value];
  switch (answer.kind) {
    case "literal":
      return fits(checker, answer.base, type);
    case "union":
      return answer.value.every((member) => fits(checker, member, type));
    case "array":
      return members.some((member) => {
        const element = checker.isArrayType(member) && checker.getTypeArguments(/** @type {ts.TypeReference} */ (member))[0];
        return element && fits(checker, withoutNull(answer.value), element);
      });
    case "object":
      return fits(checker, { kind: "type", value: "json" }, type);
    case "type":
      if (answer.value === "string" || answer.value.startsWith("'")) return checker.isTypeAssignableTo(checker.getStringType(), type);
      if (answer.value === "number") return checker.isTypeAssignableTo(checker.getNumberType(), type);
      if (answer.value === "boolean") return checker.isTypeAssignableTo(checker.getBooleanType(), type);
      // What a document holds is for the statement's author to know; that it is no text and no number is not.
      if (answer.value === "json") return members.every(({ flags }) => flags & (ts.TypeFlags.Object | ts.TypeFlags.NonPrimitive));
      if (answer.value === "null") return isNullable(checker, type);
      if (answer.value === "Date" || answer.value === "Uint8Array") return members.some(({ symbol }) => symbol?.name === answer.value);
      // Any other the drivers answer differently, or it is not known here yet.
      return false;
  }
}

/** @param {ts.TypeChecker} checker @param {ts.Type} type */
function isNullable(checker, type) {
  return checker.isTypeAssignableTo(checker.getNullType(), type);
}

/** @param {Answer} answer @returns {Answer} */
function withoutNull(answer) {
  if (answer.kind !== "union") return answer;
  return { kind: "union", value: answer.value.filter((member) => !isNull(member)) };
}

/** @param {Answer} answer */
function isNull(answer) {
  return answer.kind === "type" && answer.value === "null";
}

/**
 * Whether it is said to be, and is a column by itself: of an expression SafeQL cannot know.
 * @param {Answer} answer @param {string} name @param {string} text
 */
function mayBeNull(answer, name, text) {
  if (answer.kind !== "union" || !answer.value.some(isNull)) return false;
  const spelling = name.replace(/\W/g, "\\$&");
  const plain = `(\\w+\\.)?(${spelling}|\\w+\\s+as\\s+"?${spelling}"?)`;
  return new RegExp(`(\\b(select|distinct|distinct on #|returning)|,)\\s+${plain}\\s*(,|\\bfrom\\b|$)`).test(text);
}

/** A statement with # for what stands in parentheses. @param {string} statement @returns {string} */
function outermost(statement) {
  const shorter = statement.replace(/\([^()]*\)/g, "#");
  return shorter === statement ? statement.trim() : outermost(shorter);
}

/** @param {Answer} answer @returns {string} */
function spelled(answer) {
  switch (answer.kind) {
    case "literal":
      return spelled(answer.base);
    case "union":
      return answer.value.map(spelled).join(" | ");
    case "array":
      return `${spelled(answer.value)}[]`;
    case "object":
      return "json";
    case "type":
      return answer.value;
  }
}
