import { createHash } from "node:crypto";

export interface Statement {
  text: string;
  /** The same in every process for the same text, so that servers behind one pooler share prepared statements. Empty: it is planned each time. */
  name: string;
}

const statements = new WeakMap<TemplateStringsArray, Statement>();

/** The text with $1, $2 … of a tagged template. Made once per place in the code, which the array's identity represents. */
export function statementOf(strings: TemplateStringsArray): Statement {
  const knownStatement = statements.get(strings);
  if (knownStatement) return knownStatement;
  const text = strings.reduce((sum, part, index) => `${sum}$${index}${part}`);
  const isUnnamed = "isUnnamed" in strings;
  const statement = { text, name: isUnnamed ? "" : `v_${createHash("sha256").update(text).digest("hex").slice(0, 24)}` };
  statements.set(strings, statement);
  return statement;
}
