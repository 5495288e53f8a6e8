/** The system's clock, the default of a processor. */
export function systemClock(): Date {
  // eslint-disable-next-line no-restricted-syntax -- The sandbox stands outside of Vitrine and has no Deps; tests hand it a clock.
  return new Date();
}
