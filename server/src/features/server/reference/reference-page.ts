import { html, pageBasics, type Html } from "../../../lib/text/html.ts";
import type { ApiReference, ProblemWords } from "./api-description.ts";
import type { Example } from "./examples.ts";
import { operationSection } from "./operation-section.ts";
import { prose } from "./schema-view.ts";

export interface ReferencePageParts {
  reference: ApiReference;
  examples: Readonly<Record<string, Example>>;
  publicUrl: string;
  /** The path below which the server is reached. */
  base: string;
  /** Absent: the reader has to name a key. */
  demo: { apiKey: string; previewToken: string | undefined } | undefined;
  /** The address of the description, below the server's path. */
  description: string;
  /** Sentences about the requests that the page can send. Absent: it sends none. */
  sending: Html | undefined;
}

/** The whole reference as one page. All of it can be read without JavaScript; searching and sending need it. */
export function referencePage(parts: ReferencePageParts): string {
  const { reference, examples, publicUrl, base, demo, description: address } = parts;
  const { title, groups, version } = reference;
  const site = { publicUrl, apiKey: demo?.apiKey ?? "YOUR_KEY" };
  return html`<!doctype html>
    <html lang="en">
      <head>
        ${pageBasics}
        <meta name="robots" content="noindex" />
        <title>${title} API reference</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${base}/docs/reference.css" />
        <script type="module" src="${base}/docs/reference.js"></script>
      </head>
      <body
        data-base="${base}"
        ${demo && html`data-key="${demo.apiKey}"`}
        ${demo?.previewToken !== undefined && html`data-preview="${demo.previewToken}"`}
      >
        <a class="skip" href="#content">Skip to the content</a>
        <header class="top">
          <p class="wordmark"><a href="${base}/">Vitrine</a></p>
          <button id="menu" type="button" aria-expanded="false" aria-controls="contents" hidden>Contents</button>
        </header>
        <nav id="contents" aria-label="Operations">
          <div id="find" role="search" hidden>
            <label for="query">Search</label>
            <input id="query" type="search" spellcheck="false" autocomplete="off" aria-describedby="found" />
            <p id="found" class="hush" role="status">Press / to search.</p>
          </div>
          ${groups.map(
            ({ name, operations }) =>
              html`<h2 class="group">${name}</h2>
                <ul>
                  ${operations.map(
                    ({ id, method, summary }) =>
                      html`<li>
                        <a href="#${id}"><span class="method ${method.toLowerCase()}">${method}</span> ${summary}</a>
                      </li> `,
                  )}
                </ul>`,
          )}
        </nav>
        <main id="content" tabindex="-1">
          ${introduction(parts)}
          ${groups.map(
            ({ name, description, operations }) =>
              html`<section class="group" aria-labelledby="group-${name.toLowerCase()}">
                <h2 id="group-${name.toLowerCase()}">${name}</h2>
                <p class="lead">${description}</p>
                ${operations.map((operation) =>
                  operationSection({ operation, schemas: reference.schemas, example: examples[operation.id], site }),
                )}
              </section> `,
          )}
          ${problemsSection(reference)}
        </main>
        <footer>
          <p class="hush">Vitrine ${version}. This page is made from <a href="${base}${address}">openapi.json</a>.</p>
        </footer>
      </body>
    </html> `.toString();
}

/** How the examples of the public API can be sent from its page. */
export function sendingWords(hasDemo: boolean): Html {
  const key = hasDemo
    ? "The examples are real: they were recorded on the demo site, which this server has. Press Send on any operation: the demo's key is filled in."
    : "The examples are real: they were recorded on the demo site. To send requests, enter the key of one of your sites. Its allowed origins must contain this page's.";
  return html`<p>${key}</p>`;
}

function introduction({ reference: { description }, publicUrl, base, description: address, sending }: ReferencePageParts): Html {
  return html`<div class="introduction">
    <h1>API reference</h1>
    <p class="lead">${prose(description)}</p>
    <p>The API is at <code>${publicUrl}</code>. <a href="${base}${address}">openapi.json</a> describes it to programs.</p>
    ${sending}
    <noscript><p>Without JavaScript you can read all of this page, but not search it${sending && " or send requests"}.</p></noscript>
  </div>`;
}

function problemsSection({ problems, commonProblems }: ApiReference): Html {
  const isCommon = new Set(commonProblems.map(({ code }) => code));
  const others = problems.filter(({ code }) => !isCommon.has(code));
  return html`<section class="group" aria-labelledby="problems">
    <h2 id="problems">Problems</h2>
    <p class="lead">
      Every failure is <code>application/problem+json</code>. Programs read <code>code</code>, which never changes; <code>title</code> and
      <code>detail</code> are for people. Quote <code>requestId</code> when you ask for help.
    </p>
    <h3 id="problems-common">Problems of every operation</h3>
    ${problemTable(commonProblems)}
    <h3>Problems of some operations</h3>
    ${problemTable(others)}
  </section>`;
}

function problemTable(problems: readonly ProblemWords[]): Html {
  return html`<dl class="codes">
    ${problems.map(
      ({ code, status, title }) =>
        html`<div id="problem-${code}">
          <dt><code>${code}</code></dt>
          <dd><code>${status}</code> ${title}.</dd>
        </div> `,
    )}
  </dl>`;
}
