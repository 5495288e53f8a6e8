/** The pattern of one line of text. Control characters have no use in a name, and much in an attack on its readers. */
export const printable = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$";
