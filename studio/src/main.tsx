import "./app/base.css";
import { isSignedOut, queries, signIn } from "./app/api.ts";
import { sessionQuery } from "./app/site.tsx";
import { loadTexts } from "./app/texts.ts";

/** The words first, in the person's own language: every part takes them as there. */
async function start(): Promise<void> {
  try {
    const { admin } = await queries.query(sessionQuery);
    await loadTexts([admin.locale, ...navigator.languages]);
  } catch (error) {
    if (isSignedOut(error)) return signIn();
    await loadTexts(navigator.languages);
  }
  const { mount } = await import("./app/mount.tsx");
  mount();
}

void start();
