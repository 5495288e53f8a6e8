export const share = {
  share: {
    title: "Share draft",
    text: "Anybody with the link can read this draft in all its languages, without an account, until the link ends.",
    life: "The link works for",
    days: (count: number) => (count === 1 ? "1 day" : `${count} days`),
    create: "Create link",
    link: "Link",
    once: "Copy the link now: the studio does not show it again.",
    links: "Links to this draft",
    none: "No link works at present.",
    endsAt: (date: string) => `Ends on ${date}`,
    end: "End",
    endOf: (lastFour: string) => `End the link …${lastFour}`,
    ended: "The link has ended.",
    noStorefront: "A link opens the storefront. Add its address in the settings:",
    problems: {
      too_many_previews: "The site has reached its limit of links. End some of them.",
      preview_not_found: "This link has already ended.",
    },
  },
};
