import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Frame, Page } from "playwright-core";
import { elsewhere } from "../kit/svg-scripts.ts";

/** The places in which a browser may meet a drawing: at its own address, in a page of another site, and written into a page. */
export const ways = ["document", "img", "object", "iframe", "inlined"] as const;
export type Way = (typeof ways)[number];

/** A drawing at its address, and its text for a page that writes it into itself. */
export interface ShownDrawing {
  address: string;
  text: string;
}

export interface Watched {
  /** The drawings, by their places in the list, that ran a script or asked for anything. */
  acted: number[];
  /** Requests and windows of which nobody knows the drawing. */
  strays: string[];
  /** As many as the browser drew. */
  drawn: number;
}

/** Drawings whose bytes come without any header of the server. */
const bare = "http://bare.invalid";
/** Until animations have begun, ended and come again, pictures have failed, and answers of clicks are there. */
const settleMs = 500;
const documentsAtOnce = 6;

/** As somebody may do with a drawing: click on each part of it, and go there by keyboard. */
const touch = `for (const each of document.querySelectorAll("*")) {
  each.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  each.focus?.();
}`;
const hasRun = `document.documentElement.hasAttribute("data-ran")`;
const hasDrawing = `document.querySelector("svg") !== null`;

/** The text of a drawing that names a host of its own, where it names one elsewhere: then each request tells its drawing. */
export function withOwnHost(text: string, index: number): string {
  return text.replaceAll(new URL(elsewhere).host, `${index}.${new URL(elsewhere).host}`);
}

const ownHost = new RegExp(`^(\\d+)\\.${new URL(elsewhere).host.replaceAll(".", "\\.")}$`);

/** Chromium, which shows drawings in each way and notices what they do. `origin`: of the server, the only one that it reaches. */
export async function watchDrawings(browser: Browser, origin: string) {
  // A page of another site. Chromium asks nobody on this machine for a page that is not from it, too.
  const other = createServer((_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>A page</title><body>"),
  ).listen(0, "127.0.0.1");
  await once(other, "listening");
  const host = `http://localhost:${(other.address() as AddressInfo).port}/`;
  const texts = new Map<string, string>();

  const open = async (drawings: readonly ShownDrawing[]) => {
    const context = await browser.newContext();
    const places = new Map(drawings.map(({ address }, index) => [address, index]));
    const acted = new Set<number>();
    const strays: string[] = [];
    await context.route("**/*", async (route) => {
      const url = route.request().url();
      const text = texts.get(url);
      if (url === host || (places.has(url) && text === undefined && new URL(url).origin === origin)) return route.continue();
      if (places.has(url) && text !== undefined) return route.fulfill({ contentType: "image/svg+xml", body: text });
      const [, named] = ownHost.exec(new URL(url).hostname) ?? [];
      const index = named === undefined ? places.get(route.request().headers().referer ?? "") : Number(named);
      if (index === undefined) strays.push(url);
      else acted.add(index);
      // A navigation that is answered so leaves the page where it is.
      return route.fulfill({ status: 204 });
    });
    return { context, places, acted, strays };
  };

  const watchDocuments = async (drawings: readonly ShownDrawing[]): Promise<Watched> => {
    const { context, acted, strays } = await open(drawings);
    let drawn = 0;
    const left = [...drawings.entries()];
    const look = async (page: Page) => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [index, { address }] = next;
        await page.goto(address);
        if (await page.evaluate<boolean>(hasDrawing)) drawn += 1;
        await page.evaluate(touch);
        await pause(settleMs);
        if (await page.evaluate<boolean>(hasRun)) acted.add(index);
      }
    };
    const pages = await Promise.all(Array.from({ length: documentsAtOnce }, () => context.newPage()));
    context.on("page", (page) => strays.push(`a window for ${page.url()}`));
    await Promise.all(pages.map(look));
    await context.close();
    return { acted: [...acted].sort((a, b) => a - b), strays, drawn };
  };

  /** All drawings in one page, each in an element of its own. */
  const watchPage = async (drawings: readonly ShownDrawing[], way: Exclude<Way, "document">): Promise<Watched> => {
    const { context, places, acted, strays } = await open(drawings);
    const page = await context.newPage();
    context.on("page", (opened) => strays.push(`a window for ${opened.url()}`));
    await page.goto(host);
    await page.evaluate(`(${write[way]})(${JSON.stringify(drawings)})`);
    const childFrames = page.frames().filter((frame) => frame.parentFrame() === page.mainFrame());
    const placeOf = (frame: Frame) => (way === "inlined" ? Number(frame.name()) : places.get(frame.url()));
    const frames = childFrames.flatMap((frame) => ((at) => (at === undefined ? [] : [{ at, frame }]))(placeOf(frame)));
    const drawnFlags = await Promise.all(frames.map(({ frame }) => frame.evaluate<boolean>(hasDrawing)));
    await Promise.all(frames.map(({ frame }) => frame.evaluate(touch)));
    await pause(settleMs);
    for (const { at, frame } of frames) if (await frame.evaluate<boolean>(hasRun)) acted.add(at);
    if (await page.evaluate<boolean>(hasRun)) strays.push("a script in the page around");
    const images = await page.evaluate<number>("[...document.images].filter(({ naturalWidth }) => naturalWidth > 0).length");
    await context.close();
    return { acted: [...acted].sort((a, b) => a - b), strays, drawn: way === "img" ? images : drawnFlags.filter(Boolean).length };
  };

  return {
    /** The drawing at an address where nothing but its bytes speaks for it. */
    bare: (text: string): ShownDrawing => {
      const address = `${bare}/${texts.size}.svg`;
      texts.set(address, text);
      return { address, text };
    },
    watch: (drawings: readonly ShownDrawing[], way: Way): Promise<Watched> =>
      way === "document" ? watchDocuments(drawings) : watchPage(drawings, way),
    close: () => new Promise<void>((closed) => other.close(() => closed()).closeAllConnections()),
  };
}

const loaded = (elementCode: string) => `(drawings) => Promise.all(drawings.map(({ address }) => new Promise((done) => {
  const each = ${elementCode};
  each.onload = each.onerror = done;
  document.body.append(each);
})))`;

/** Functions of a page. A careless storefront inlines a drawing by innerHTML, here in a document of its own to tell them apart. */
const write = {
  img: loaded(`Object.assign(new Image(), { src: address })`),
  object: loaded(`Object.assign(document.createElement("object"), { data: address, type: "image/svg+xml" })`),
  iframe: loaded(`Object.assign(document.createElement("iframe"), { src: address })`),
  inlined: `(drawings) => {
    for (const [index, { text }] of drawings.entries()) {
      const frame = Object.assign(document.createElement("iframe"), { name: String(index) });
      document.body.append(frame);
      frame.contentDocument.body.innerHTML = text;
    }
  }`,
};
