import { html, type Html } from "../../../lib/text/html.ts";
import type { Access, Parameter, ProblemWords, ReferenceOperation, Schema } from "./api-description.ts";
import type { Example } from "./examples.ts";
import { clientSample, curlSample, jsonView, type SampleSite } from "./samples.ts";
import { limitWords, prose, schemaView, typeView } from "./schema-view.ts";
import { sendPanel } from "./send-panel.ts";

export interface SectionParts {
  operation: ReferenceOperation;
  schemas: Readonly<Record<string, Schema>>;
  /** Absent: the operation is not of the recorded API. */
  example: Example | undefined;
  site: SampleSite;
}

const accessWords: Readonly<Record<Access, string>> = {
  none: "No credential.",
  key: "The site's public key, in the header `x-api-key`.",
  token: "A customer's token, in the header `authorization: Bearer …`. `logIn` returns it. The token selects the site by itself.",
  keyOrToken:
    "The site's public key in `x-api-key`, or a customer's token in `authorization: Bearer …`, which `logIn` returns. If a request has both, both must be of one site.",
  signIn: "No credential. A page of another site cannot send it.",
  pendingSecondFactor: "The session of a sign-in that is not complete.",
  admin: "A session, or a personal access token.",
  session: "A session. A personal access token may not do this.",
  member: "A session, or a personal access token.",
  operator: "A session, or a personal access token, of an operator of the server.",
  keyMaybeToken:
    "The site's public key in `x-api-key`. A customer's token beside it, in `authorization: Bearer …`, tells who the customer is; `logIn` returns it.",
};

/** The access of an operation in words. */
function accessOf({ access, permission, needsRecentSignIn }: ReferenceOperation): string {
  const of = permission ? ` Of a member with the permission \`${permission.name}\`: ${permission.roles.join(", ")}.` : "";
  return `${accessWords[access]}${of}${needsRecentSignIn ? " The sign-in or a confirmation must be at most 15 minutes old." : ""}`;
}

/** Everything about one operation. Its id is the operation's, so that links to it last. */
export function operationSection({ operation, schemas, example, site }: SectionParts): Html {
  const { id, method, path, summary, description, parameters, body, status, response, problems } = operation;
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
    <h3 id="${id}-title"><a href="#${id}">${summary}</a></h3>
    <p class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
    <div class="columns">
      <div class="words">
        ${description && html`<p>${prose(description)}</p>`}
        <p class="access"><b>Access</b> ${prose(accessOf(operation))}</p>
        ${parameters.length > 0 && parameterTable(id, parameters)}
        ${
          body &&
          html`<h4>Body</h4>
            <p class="hush">JSON, <code>content-type: application/json</code></p>
            ${schemaView(body, schemas, "required")}`
        }
        <h4>Response <code>${status}</code></h4>
        ${response ? schemaView(response, schemas, "optional") : html`<p>Without a body.</p>`}
        ${problems.length > 0 && problemList(problems)}
      </div>
      ${example && html`<div class="samples">${sendPanel(operation, example)}${samples(operation, example, site)}</div>`}
    </div>
  </section> `;
}

// With explicit roles, because narrow screens show the rows as blocks, and browsers then forget that this is a table.
function parameterTable(id: string, parameters: readonly Parameter[]): Html {
  return html`<h4 id="${id}-parameters">Parameters</h4>
    <table role="table" aria-labelledby="${id}-parameters">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">Name</th>
          <th role="columnheader" scope="col">Type</th>
          <th role="columnheader" scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${parameters.map(
          ({ name, in: place, required, schema, description }) =>
            html`<tr role="row">
              <th role="rowheader" scope="row">
                <code class="name">${name}</code>
                <span class="hush">in the ${place}</span> ${required && html`<span class="mark">required</span>`}
              </th>
              <td role="cell">
                ${typeView(schema)} ${limitWords(schema, "required").map((limit) => html`<span class="limit">${limit}</span> `)}
              </td>
              <td role="cell">${description && prose(description)}</td>
            </tr> `,
        )}
      </tbody>
    </table>`;
}

function problemList(problems: readonly ProblemWords[]): Html {
  return html`<h4>Problems</h4>
    <ul class="problems">
      ${problems.map(
        ({ code, status, title }) =>
          html`<li>
            <code>${status}</code> <a href="#problem-${code}"><code>${code}</code></a> ${title}
          </li> `,
      )}
    </ul>
    <p class="hush">And the <a href="#problems-common">problems of every operation</a>.</p>`;
}

function samples(operation: ReferenceOperation, example: Example, site: SampleSite): Html {
  const { id } = operation;
  const sample = (title: string, kind: string, text: Html | string, note?: string | false) =>
    html`<h4>${title}</h4>
      <pre class="code" tabindex="0" role="region" aria-label="${title}, ${id}" data-kind="${kind}"><code>${text}</code></pre>
      ${note && html`<p class="hush">${note}</p>`}`;
  return html`${sample(
    "With curl",
    "curl",
    curlSample(operation, example, site),
    example.fills.some(({ fresh }) => fresh === undefined) && "With values of the recording. Send replaces them by those of this server.",
  )}
  ${sample("With @vitrine/client", "client", clientSample(operation, example))}
  ${sample(
    `Example response, ${example.status}`,
    "response",
    jsonView(example.response),
    example.isShortened && "From the demo site. Long texts and lists are cut here.",
  )}`;
}
