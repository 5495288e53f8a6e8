/** Stands in a request for a number of eight digits that no other request has. */
export const serialMark = "#serial#";
