/**
 * The statements of an SQL script, without the semicolons that end them. Knows comments, quoted names and texts, and
 * dollar-quoted bodies; not the bodies of functions that are written between `begin atomic` and `end`, nor texts with
 * backslashes.
 */
export function statementsOf(script: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let hasText = false;
  const token = /--[^\n]*|\/\*[\s\S]*?\*\/|'[^']*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|;|\S/g;
  for (const { 0: tokenText, index } of script.matchAll(token)) {
    if (tokenText === ";") {
      if (hasText) statements.push(script.slice(start, index).trim());
      start = index + 1;
      hasText = false;
    } else if (!tokenText.startsWith("--") && !tokenText.startsWith("/*")) hasText = true;
  }
  if (hasText) statements.push(script.slice(start).trim());
  return statements;
}
