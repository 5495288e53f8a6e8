/** A mistake that the person can correct. It is shown without a stack. */
export class CreateError extends Error {}
