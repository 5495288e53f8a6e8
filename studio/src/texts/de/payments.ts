import type { payments as en } from "../en/payments.ts";

export const payments: typeof en = {
  payments: {
    title: "Zahlungen",
    text: "Käufer zahlen über Stripe. Das Geld geht auf Ihr Konto dort.",
    state: "Verkauf",
    takes: "Der Shop nimmt Zahlungen an",
    takesHint: "Sonst kann niemand bestellen.",
    keys: "Schlüssel Ihres Stripe-Kontos",
    keysHint:
      "Beide Schlüssel finden Sie im Dashboard von Stripe unter „Entwickler“. Ein geheimer Schlüssel wird nach dem Speichern nie wieder angezeigt.",
    ownersOnly: "Geheime Schlüssel können nur Inhaber der Site ändern.",
    publishableKey: "Veröffentlichbarer Schlüssel",
    publishableHint: "Ihn darf jeder kennen.",
    secretKey: "Geheimer Schlüssel",
    secretMissing: "Es gibt noch keinen.",
    secretSet: "Ein Schlüssel ist gespeichert. Geben Sie einen neuen ein, um ihn zu ersetzen.",
    secretEnds: (lastFour) => `Ein Schlüssel ist gespeichert. Er endet auf ${lastFour}. Geben Sie einen neuen ein, um ihn zu ersetzen.`,
    events: "Nachrichten von Stripe",
    eventsText:
      "Legen Sie im Dashboard von Stripe einen Webhook mit dieser Adresse an, damit der Shop erfährt, wann ein Käufer bezahlt hat. Kopieren Sie dann sein Signaturgeheimnis hierher.",
    webhookAddress: "Adresse des Webhooks",
    webhookSecret: "Signaturgeheimnis des Webhooks",
    saved: "Die Einstellungen der Zahlungen sind gespeichert.",
    test: "Prüfung",
    testText: "Der Server fragt Stripe mit den gespeicherten Schlüsseln. Es fließt kein Geld.",
    testSaved: "Speichern Sie zuerst Ihre Änderungen. Der Test verwendet die gespeicherten Schlüssel.",
    testNow: "Schlüssel testen",
    testing: "Der Server fragt Stripe …",
    good: "In Ordnung",
    bad: "Falsch",
    checks: {
      settings: "Alle Einstellungen sind vorhanden.",
      keys: "Die Schlüssel gehören zusammen.",
      processor: "Stripe kennt den geheimen Schlüssel.",
    },
    checked: { settings: "Einstellungen:", keys: "Schlüssel:", processor: "Antwort von Stripe:" },
    problems: { rate_limited: "Zu viele Tests in zehn Minuten. Versuchen Sie es später noch einmal." },
  },
};
