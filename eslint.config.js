import { fileURLToPath } from "node:url";
import safeql from "@ts-safeql/eslint-plugin/config";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

const tests = ["**/*.test.ts", "**/*.proof.ts", "test/**/*.ts", "bench/**/*.ts"];

const namedExports = ["ExportDefaultDeclaration", "ExportSpecifier[exported.name='default']"].map((selector) => ({
  selector,
  message: "Export it by name: one name for one thing, wherever it is imported.",
}));
const packedLiteral = {
  selector: "ObjectExpression > SpreadElement > ObjectExpression",
  message: "Write the members into the literal itself.",
};
const everywhere = [...namedExports, packedLiteral];

// scripts/check-sql.ts finds statements by these names; one under another name would go unchecked.
const namedHandles = {
  selector: "TaggedTemplateExpression:not([tag.name=/^(sql|tx|_|html|piece|statement)$/], [tag.property.name=/^(sql|tx)$/])",
  message: "Call a database handle `sql`, and one inside a transaction `tx`: only statements of these names are checked.",
};

const fromConfig = "Only main.ts and cli.ts read it: take it from Config.";
const fromClock = "Time comes from outside: take it from Deps.clock, which tests stand still.";
const fromIds = "Chance comes from outside: take it from Deps.ids, or from lib/secrets/secret.ts where it must not be guessed.";

const logging = [{ name: "console", message: "Log with Deps.log. What a command says, it returns." }];
const settings = {
  properties: ["env", "argv", "loadEnvFile"].map((property) => ({ object: "process", property, message: fromConfig })),
  imports: ["process", "node:process"].map((name) => ({ name, message: fromConfig })),
};
const clock = {
  properties: [
    { object: "Date", property: "now", message: fromClock },
    { object: "performance", property: "now", message: fromClock },
    { object: "process", property: "hrtime", message: fromClock },
    { object: "Math", property: "random", message: fromIds },
  ],
  imports: ["perf_hooks", "node:perf_hooks"].map((name) => ({ name, message: fromClock })),
  syntax: ["NewExpression[callee.name='Date'][arguments.length=0]", "CallExpression[callee.name='Date']"].map((selector) => ({
    selector,
    message: fromClock,
  })),
};

// Rules are not merged between blocks: the last one that matches a file gives the whole list.
const restrict = (...groups) => ({
  "no-restricted-properties": ["error", ...groups.flatMap(({ properties }) => properties)],
  "no-restricted-imports": ["error", { paths: groups.flatMap(({ imports }) => imports) }],
  "no-restricted-syntax": ["error", ...everywhere, namedHandles, ...groups.flatMap(({ syntax = [] }) => syntax)],
});

/** Every statement against a migrated database, and its row type against what the statement answers. */
const checkedSql = (databaseUrl) => ({
  // The others are copies with mistakes, which scripts/check-sql.ts makes.
  files: ["server/src/**/*.ts", "server/spoilt-*/**/*.ts"],
  ignores: tests,
  ...safeql.configs.connections({
    databaseUrl,
    keepAlive: true,
    plugins: [{ package: fileURLToPath(new URL("scripts/safeql-rows.cjs", import.meta.url)) }],
    overrides: {
      types: {
        bytea: { parameter: { regex: "(Uint8Array|Buffer)(<.*>)?" }, return: "Uint8Array" },
        // JSON is sent as text and cast, hence never as a parameter of its own; scripts/safeql-rows.cjs knows what "json" fits.
        json: { parameter: "never", return: "json" },
        jsonb: { parameter: "never", return: "json" },
        timestamptz: { parameter: "Date", return: "Date" },
        // The two drivers answer these differently, or by the time zone of the process. They fit no row type: cast them in the statement.
        ...Object.fromEntries(["int8", "interval", "timestamp", "date"].map((type) => [type, { parameter: "never", return: type }])),
      },
    },
  }),
});

const sqlCheckDatabaseUrl = process.env.SQL_CHECK_DATABASE_URL;

export default defineConfig(
  {
    ignores: [
      ...(process.env.SQL_CHECK_DATABASE_URL ? [] : ["server/spoilt-*/"]),
      "**/dist/",
      "server/studio/",
      "**/data/",
      "**/coverage/",
      "**/.cache/",
      "examples/",
      "create-vitrine/template/",
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  { files: ["**/*.{js,cjs}"], rules: { "no-unused-vars": "error", eqeqeq: "error" } },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: "error",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/consistent-type-exports": ["error", { fixMixedExportsWithInlineTypeSpecifier: true }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],

      // Off, for each asks for more words and finds nothing here:
      // `() => stop()` and `return refuse()` say as much as a block and a line more.
      "@typescript-eslint/no-confusing-void-expression": "off",
      "@typescript-eslint/no-meaningless-void-operator": "off",
      // Ports are written as methods and made of closures: nothing of them needs its `this`.
      "@typescript-eslint/unbound-method": "off",
      // `async` without `await` turns what is thrown into a rejection, which is what callers of a promise expect.
      "@typescript-eslint/require-await": "off",
      // The types of the platform promise more than it keeps: JSON.stringify(undefined) is not a string.
      "@typescript-eslint/no-unnecessary-condition": "off",
      // `(error: NodeJS.ErrnoException) =>` is the shortest way to an error's code.
      "@typescript-eslint/use-unknown-in-catch-callback-variable": "off",
      // `Record<never, never>` is how a row without columns is written.
      "@typescript-eslint/no-generated-empty-object-type": "off",

      "no-restricted-syntax": ["error", ...everywhere],
    },
  },
  { files: ["**/*.d.ts", "**/*.config.ts"], rules: { "no-restricted-syntax": "off" } },
  {
    files: ["server/src/**/*.ts", "sandbox/src/**/*.ts"],
    ignores: ["**/*.d.ts", ...tests],
    rules: { "no-restricted-globals": ["error", { globals: logging }], ...restrict(settings, clock) },
  },
  { files: ["server/src/main.ts", "server/src/cli.ts"], rules: restrict(clock) },
  { files: ["server/src/adapters/**/*.ts"], ignores: ["**/*.d.ts", ...tests], rules: restrict(settings) },
  {
    files: tests,
    rules: {
      // Bodies of answers are `any`; a wrong guess at one fails the test.
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
      // Text is taken apart by code points on purpose.
      "@typescript-eslint/no-misused-spread": "off",
    },
  },
  sqlCheckDatabaseUrl ? checkedSql(sqlCheckDatabaseUrl) : [],
);
