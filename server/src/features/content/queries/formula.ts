/** The bits that a document needs, and those that it must not have. */
export interface BitTest {
  required: number;
  forbidden: number;
}

/** A test of a document's bits: `all`, and one of `any`. */
export interface Formula {
  all: BitTest;
  any: readonly BitTest[];
}

/** No document has it. */
const impossible = 1 << 30;
/** Every document does. */
export const always: BitTest = { required: 0, forbidden: 0 };
export const neverPasses: BitTest = { required: impossible, forbidden: 0 };

/** The formula as if every document had the searched words. */
export function withoutSearch({ all, any }: Formula, search: { bits: number }): Formula {
  return { all: { ...all, required: all.required & ~search.bits }, any };
}

/** Whether documents without any bit pass. */
export function acceptsNothing({ all, any }: Formula): boolean {
  return all.required === 0 && any.some(({ required }) => required === 0);
}
