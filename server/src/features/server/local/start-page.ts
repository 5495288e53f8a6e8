import { html, pageBasics, type Html } from "../../../lib/text/html.ts";
import type { LocalServer } from "../../../ports/local-server.ts";

export interface StartPageParts {
  /** One more than `mostSites` if there are more. */
  sites: readonly { slug: string; name: string }[];
  mostSites: number;
  publicUrl: string;
  takesSignups: boolean;
  local: LocalServer;
}

/** The page at `/`. Its links are relative, so that it works below any path. */
export function startPage({ sites, mostSites, publicUrl, takesSignups, local }: StartPageParts): string {
  const { demo, caughtMails, sandboxUrl, commandPrefix } = local;
  const command = (words: string) => html`<pre class="command"><code>${commandPrefix}npx vitrine ${words}</code></pre>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        ${pageBasics}
        <meta name="robots" content="noindex" />
        <title>Vitrine is running</title>
        <link rel="icon" href="demo/illustrations/knott-stool-oak.svg" />
        <link rel="stylesheet" href="demo/base.css" />
        <link rel="stylesheet" href="demo/start.css" />
        ${demo && html`<script type="module" src="demo/start.js"></script>`}
      </head>
      <body>
        <header class="frame">
          <div>
            <p class="wordmark">Vitrine</p>
            <h1>Your server is running</h1>
            <p class="lead">Pages, posts, products, customers, orders and forms for many sites, through one API.</p>
          </div>
        </header>
        <main>
          <section aria-labelledby="look">
            <h2 id="look">Look around</h2>
            <ul class="cards">
              ${
                demo && [
                  card("demo/shop", "The demo shop", "Choose something, and pay with a test card."),
                  card("demo/site", "The demo site", "Pages, posts and a form, in three languages."),
                ]
              }
              ${
                demo?.previewToken !== undefined &&
                card(
                  `demo/site#preview=${demo.previewToken}`,
                  "A draft",
                  "Its home page as it is being rewritten. The link works for a day.",
                )
              }
              ${card(
                "studio/sign-in",
                "The studio",
                local.printsSignIn
                  ? "For people who run sites. The terminal shows a link that signs you in."
                  : "For people who run sites. They sign in with the address and the password of their account.",
              )}
              ${card("docs", "The API reference", "Every operation, with examples to send.")}
              ${caughtMails && card("dev/mail", "The mails", "Confirmations and codes. They are kept here and sent to nobody.")}
              ${sandboxUrl !== undefined && card(sandboxUrl, "The payments", "A sandbox in which no money moves.")}
            </ul>
          </section>
          ${demo && liveRequest(publicUrl, demo.apiKey)}
          ${
            local.showsOwnSites &&
            html`<section aria-labelledby="own">
              <h2 id="own">Your own site</h2>
              ${sites.length > 0 && ownSites(sites, mostSites)}
              <p>${sites.length > 0 ? "Another one" : "It"} takes two commands, in a second terminal:</p>
              ${command("new my-shop")} ${command("dev my-shop/site.yaml")}
              <p>
                The first one writes a folder with pages, a form and a few products. The second one imports it, opens it in your browser,
                and shows each change when you save the file.
              </p>
              ${
                takesSignups &&
                html`<p>
                  Strangers can open a site, too: <code>POST /api/public/v1/signup</code> mails a code, and
                  <code>POST /api/public/v1/signup/verify</code> takes it.
                  ${caughtMails && html`The code arrives in <a href="dev/mail">the mails</a>.`}
                </p>`
              }
            </section>`
          }
          ${
            !local.printsSignIn &&
            html`<section aria-labelledby="account">
              <h2 id="account">An account</h2>
              <p>No account yet, or no password? This command makes an account, and prints a link to choose its password on:</p>
              ${command("admin create you@example.com --operator")}
            </section>`
          }
          <section aria-labelledby="next">
            <h2 id="next">Next steps</h2>
            <dl class="steps">
              <dt><code>docs/build/getting-started.md</code></dt>
              <dd>a site of your own, step by step</dd>
              <dt><code>docs/build/modelling.md</code></dt>
              <dd>block types, content types, locales</dd>
              <dt><code>docs/build/storefront.md</code></dt>
              <dd>a shop in code, from the first product to the paid order</dd>
              <dt><code>docs/run/going-live.md</code></dt>
              <dd>PostgreSQL, mail, Stripe and a domain</dd>
            </dl>
          </section>
        </main>
      </body>
    </html> `.toString();
}

function card(address: string, title: string, text: string): Html {
  return html`<li>
    <a href="${address}"><strong>${title}</strong> <span>${text}</span></a>
  </li>`;
}

function ownSites(sites: StartPageParts["sites"], most: number): Html {
  return html`<ul class="sites">
      ${sites.slice(0, most).map(
        ({ slug, name }) =>
          html`<li>
            <strong>${name}</strong> <a href="dev/sites/${slug}/pages" aria-label="Pages of ${name}">Pages</a>
            <a href="dev/sites/${slug}/shop" aria-label="Shop of ${name}">Shop</a>
          </li>`,
      )}
    </ul>
    ${sites.length > most && html`<p>There are more: <code>vitrine site list</code> shows them all.</p>`}`;
}

/** The script sends it, and shows the answer. Without scripts the command is there to copy. */
function liveRequest(publicUrl: string, apiKey: string): Html {
  const path = "/api/public/v1/pages/about?locale=de";
  return html`<section aria-labelledby="request">
    <h2 id="request">One request</h2>
    <pre class="command"><code>curl -H 'x-api-key: ${apiKey}' \\
  '${publicUrl}${path}'</code></pre>
    <div id="live" class="live" data-path="${path.slice(1)}" data-key="${apiKey}" hidden>
      <p><button id="send" class="button" type="button">Send it again</button> <span id="status" role="status"></span></p>
      <pre id="answer" class="answer" role="region" tabindex="0" aria-label="The answer"></pre>
    </div>
  </section>`;
}
