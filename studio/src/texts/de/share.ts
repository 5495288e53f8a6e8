import type { share as english } from "../en/share.ts";

export const share: typeof english = {
  share: {
    title: "Entwurf teilen",
    text: "Wer den Link hat, kann diesen Entwurf in allen Sprachen lesen, auch ohne Konto, bis der Link abläuft.",
    life: "Der Link gilt",
    days: (count) => (count === 1 ? "1 Tag" : `${count} Tage`),
    create: "Link erstellen",
    link: "Link",
    once: "Kopieren Sie den Link jetzt: Das Studio zeigt ihn nicht noch einmal.",
    links: "Links zu diesem Entwurf",
    none: "Zurzeit gilt kein Link.",
    endsAt: (date) => `Gilt bis ${date}`,
    end: "Beenden",
    endOf: (lastFour) => `Link …${lastFour} beenden`,
    ended: "Der Link gilt nicht mehr.",
    noStorefront: "Ein Link öffnet die Storefront. Tragen Sie deren Adresse in den Einstellungen ein:",
    problems: {
      too_many_previews: "Die Site hat so viele Links, wie möglich sind. Beenden Sie einige davon.",
      preview_not_found: "Dieser Link gilt schon nicht mehr.",
    },
  },
};
