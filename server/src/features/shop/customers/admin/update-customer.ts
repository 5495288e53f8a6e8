import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Nullable, Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { seenRevision, tagRevision } from "../../../../lib/http/revision.ts";
import { changesBetween } from "../../../people/audit/index.ts";
import { changeCustomer } from "../change-customer.ts";
import { blankAsNull, details } from "../customer.ts";
import { customerBase, customerNotFound, CustomerParams, SiteCustomer } from "../site-customer.ts";

const Patch = Type.Object(
  {
    ...details,
    note: Type.Optional(Nullable(Type.String({ maxLength: 5_000, description: "Only the shop's people see it." }))),
    revision: Type.Optional(Type.Integer({ description: "The revision that you have seen." })),
  },
  { additionalProperties: false },
);

const names = ["firstName", "lastName", "phone", "note"] as const;

/** Changes the name, the phone number and the note of a customer. */
export const updateCustomer = operation(
  {
    id: "updateCustomer",
    method: "PATCH",
    path: customerBase,
    access: "member",
    permission: "customers:write",
    conditional: "change",
    cors: "closed",
    problems: [customerNotFound],
    tags: ["Customers"],
    summary: "Change a customer",
    description:
      "A JSON Merge Patch (RFC 7396): null, or a blank text, empties a member. A patch that changes nothing leaves the revision as it is.",
    params: CustomerParams,
    body: Patch,
    response: { 200: Single(SiteCustomer) },
    unserialised: true,
  },
  (deps: Pick<Deps, "sql" | "clock" | "ids">) => async (request, reply) => {
    const { params, body, site } = request;
    const seen = seenRevision(request, body.revision);
    const customer = await changeCustomer(deps, request, { id: params.id, action: "updateCustomer", seen }, async (tx, _ctx, stored) => {
      const before = Object.fromEntries(names.map((name) => [name, stored[name]]));
      const after = Object.fromEntries(names.map((name) => [name, body[name] === undefined ? stored[name] : blankAsNull(body[name])]));
      const changes = changesBetween(before, after, { hidden: names });
      if (changes.length === 0) return null;
      const { firstName = null, lastName = null, phone = null, note = null } = after;
      await tx`
        update customers set first_name = ${firstName}, last_name = ${lastName}, phone = ${phone}, note = ${note}
        where site_id = ${site.id} and id = ${stored.id}`;
      return changes;
    });
    tagRevision(reply, customer.revision);
    return { data: customer };
  },
);
