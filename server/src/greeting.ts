import { demoApiKey } from "./demo.ts";
import { signInLines, type FirstSignIn } from "./first-sign-in.ts";

interface Greeted {
  url: string;
  demo: boolean;
  signIn: FirstSignIn | undefined;
}

/** The first lines for a newcomer. The secret of the sign-in is printed here, and nowhere else. */
export function greeting({ url, demo, signIn }: Greeted): string {
  return [
    "Vitrine is ready.",
    "",
    `  Start here   ${url}/`,
    ...(demo ? [`  Demo shop    ${url}/demo/shop`, `  Demo site    ${url}/demo/site`] : []),
    `  Reference    ${url}/docs`,
    ...signInLines(url, signIn),
    "",
    ...(demo ? [`  curl -H 'x-api-key: ${demoApiKey}' '${url}/api/public/v1/pages/home'`, ""] : []),
    "Stop it with Ctrl+C.",
  ].join("\n");
}
