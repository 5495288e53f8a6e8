/** The pattern of one line of text. Control characters have no place in a name, and much in an attack on whoever shows it. */
export const printable = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$";
