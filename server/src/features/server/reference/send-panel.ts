import { html, type Html } from "../../../lib/text/html.ts";
import type { Parameter, ReferenceOperation } from "./api-description.ts";
import type { Example } from "./examples.ts";
import { prose } from "./schema-view.ts";

/**
 * The form that sends the operation's example, changed or not. The page's script shows it and reads `data-call`: without JavaScript it
 * stays hidden.
 */
export function sendPanel(operation: ReferenceOperation, example: Example): Html {
  const { id, method, path, access, parameters } = operation;
  const { request, fills, after, note, isSendable = true } = example;
  if (!isSendable)
    return html`<div class="send">
      <h4>Send it</h4>
      <p>${prose(note ?? "")}</p>
    </div>`;
  const call = JSON.stringify({ method, path, access, fills, after });
  return html`<form class="send" hidden data-operation="${id}" data-call="${call}" autocomplete="off">
    <h4>Send it</h4>
    ${note && html`<p class="hush">${prose(note)}</p>`} ${access.startsWith("key") && field(id, "key", "Key of the site", { kind: "key" })}
    ${
      access.toLowerCase().includes("token") &&
      field(id, "token", access === "token" ? "Customer's token" : "Customer's token (not needed)", {
        kind: "token",
        hint: access === "token" ? "Left empty with the demo's key, the page registers a customer of its own and signs in." : undefined,
      })
    }
    ${parameters.length > 0 && html`<div class="fields">${parameters.map((parameter) => parameterField(id, parameter, request))}</div>`}
    ${
      request.body !== undefined &&
      html`<label for="${id}-in-body">Body</label>
        <textarea id="${id}-in-body" name="body" spellcheck="false" rows="${JSON.stringify(request.body, null, 2).split("\n").length}">
${JSON.stringify(request.body, null, 2)}</textarea>`
    }
    <p class="go"><button type="submit" aria-label="Send ${id}">Send</button> <span class="status" role="status"></span></p>
    <p class="steps" hidden></p>
    <pre class="code outcome" tabindex="0" role="region" aria-label="Response to ${id}" hidden></pre>
  </form>`;
}

function parameterField(id: string, { name, in: place, required, schema }: Parameter, { params, query }: Example["request"]): Html {
  const value = (place === "path" ? params : query)?.[name] ?? "";
  const label = html`<code>${name}</code> ${required ? "" : "(optional)"}`;
  if (schema.enum === undefined) return field(id, name, label, { kind: place, value });
  return html`<div>
    <label for="${id}-in-${name}">${label}</label>
    <select id="${id}-in-${name}" name="${name}" data-kind="${place}">
      <option value="">not sent</option>
      ${schema.enum.map((one) => (value === one ? html`<option selected>${value}</option>` : html`<option>${String(one)}</option>`))}
    </select>
  </div>`;
}

interface FieldParts {
  kind: string;
  value?: string;
  hint?: string | undefined;
}

function field(id: string, name: string, label: Html | string, { kind, value = "", hint }: FieldParts): Html {
  const inputId = `${id}-in-${kind}-${name}`;
  return html`<div>
    <label for="${inputId}">${label}</label>
    <input
      id="${inputId}"
      name="${name}"
      data-kind="${kind}"
      value="${value}"
      spellcheck="false"
      autocapitalize="off"
      ${hint !== undefined && html`aria-describedby="${inputId}-hint"`}
    />${hint !== undefined && html`<p class="hush" id="${inputId}-hint">${hint}</p>`}
  </div>`;
}
