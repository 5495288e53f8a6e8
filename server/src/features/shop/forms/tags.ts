/** All forms of the site: switching the plugin off touches each. */
export const formsTag = "forms";
