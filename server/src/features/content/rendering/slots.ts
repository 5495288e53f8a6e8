import { Type, type Static } from "typebox";
import { pointerStep } from "../../../lib/json-schema/json-pointer.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import { Slug } from "../../../lib/text/slug.ts";

/** The most slots of a type. */
const mostSlots = 20;

const Slot = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 200 }),
    allow: Type.Optional(Type.Array(Slug, { minItems: 1, maxItems: 100, description: "The types of its blocks. Absent: any." })),
    max: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: "If absent, only the page's own limit applies." })),
  },
  { additionalProperties: false },
);

/** The slots of a block type, by name: where other blocks may stand inside. */
export const Slots = Type.Record(Type.String({ pattern: "^[A-Za-z_][A-Za-z0-9_-]{0,63}$" }), Slot, {
  maxProperties: mostSlots,
  additionalProperties: false,
  description: "Where a type has slots, its blocks have no children in others.",
});
export type Slots = Static<typeof Slots>;

/** Why children do not fit the slots of their block's type. Null: the type says nothing about slots. `path` is that of the block. */
export function slotErrors(
  slots: Slots | null,
  children: Readonly<Record<string, readonly { type: string }[]>>,
  path: string,
): ValidationError[] {
  if (slots === null) return [];
  return Object.entries(children).flatMap(([name, blocks]) => {
    const at = `${path}/children${pointerStep(name)}`;
    const slot = Object.hasOwn(slots, name) ? slots[name] : undefined;
    if (!slot) return [{ path: at, code: "unknown_slot", message: "is not a slot of the block's type" }];
    const { allow, max = Infinity } = slot;
    const tooMany = { path: at, code: "too_many_blocks", message: `has more than ${max} ${max === 1 ? "block" : "blocks"}` };
    return [
      ...(blocks.length > max ? [tooMany] : []),
      ...blocks.flatMap(({ type }, index) => {
        const message = `is not allowed in this slot: ${type}`;
        return allow && !allow.includes(type) ? [{ path: `${at}/${index}/type`, code: "slot", message }] : [];
      }),
    ];
  });
}
