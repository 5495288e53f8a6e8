import type { CommonMailMessages } from "../messages.ts";

export const commonMail: CommonMailMessages = {
  greeting: (name) => (name ? `Guten Tag ${name},` : "Guten Tag,"),
  goToShop: "Zum Shop",
  ifTheButtonFails: "Falls die Schaltfläche nicht funktioniert, öffnen Sie bitte diese Adresse:",
  regards: "Freundliche Grüße",
  footer: "Diese E-Mail wurde automatisch verschickt. Antworten darauf werden nicht gelesen.",
};
