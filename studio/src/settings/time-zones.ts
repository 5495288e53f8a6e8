/** The time zones that the browser knows, by the names that the API takes. */
export const timeZones = ["UTC", ...Intl.supportedValuesOf("timeZone")].map((name) => ({ id: name, label: name }));
