import type { ShopTexts } from "../shop-en.ts";

export const categories: Pick<ShopTexts, "categories"> = {
  categories: {
    title: "Kategorien",
    text: "Ziehen Sie eine Kategorie, oder nehmen Sie ihr Menü, um sie mit allem darunter zu verschieben.",
    empty: "Kategorien ordnen die Produkte Ihres Shops so, wie Ihr Shop sie zeigt. Legen Sie die erste an.",
    add: "Neue Kategorie",
    addBelow: "Neue Kategorie darunter",
    edit: "Bearbeiten",
    editOf: (title) => `Bearbeiten: ${title}`,
    actions: (title) => `Aktionen: ${title}`,
    move: (title) => `Verschieben: ${title}`,
    steps: { up: "Nach oben", down: "Nach unten", in: "In die Kategorie darüber", out: "Eine Ebene heraus" },
    moved: (title) => `Verschoben: ${title}`,
    hidden: "Verborgen",
    name: "Titel",
    nameIn: (language) => `Titel auf ${language}`,
    address: "Adresse",
    addressHint: "Links auf die frühere Adresse führen zur neuen.",
    description: "Beschreibung",
    isPublic: "Im Shop zu sehen",
    slugTaken: "Eine andere Kategorie hat diese Adresse. Wählen Sie eine andere.",
    saved: (title) => `Gespeichert: ${title}`,
    deleteTitle: (title) => `Löschen: ${title}`,
    deleteText: "Die Kategorie lässt sich nicht wiederherstellen.",
    deleteInUse: (count) =>
      `Sie hat Produkte oder Kategorien, oder andere Inhalte verweisen auf sie: ${count} insgesamt. Ihre Produkte haben dann keine Kategorie, und die Kategorien darunter rücken an ihre Stelle.`,
    deleted: (title) => `Gelöscht: ${title}`,
    problems: {
      revision_conflict: "Jemand anderes hat die Kategorie inzwischen geändert. Laden Sie die Seite neu und wiederholen Sie Ihre Änderung.",
      site_full: "Die Site hat so viele Daten, wie sie haben darf. Löschen Sie, was Sie nicht brauchen.",
    },
  },
};
