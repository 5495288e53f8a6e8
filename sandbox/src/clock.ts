/** The system's clock, for a processor that nobody gave one. */
export function systemClock(): Date {
  // eslint-disable-next-line no-restricted-syntax -- The sandbox stands outside of Vitrine and has no Deps; tests hand it a clock.
  return new Date();
}
