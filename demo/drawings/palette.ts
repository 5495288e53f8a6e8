/** One material in four tones: towards the light, in its own colour, away from the light, and for the details drawn on it. */
export interface Material {
  readonly label: string;
  readonly light: string;
  readonly base: string;
  readonly dark: string;
  readonly line: string;
}

/** The background of a drawing: a wall and a floor. */
export interface Ground {
  readonly wall: string;
  readonly floor: string;
  /** How strongly the window's light shows on the wall. */
  readonly light: number;
}

export type Finish = keyof typeof materials;

/** Every material of the shop, by the word for it in a drawing's name. */
export const materials = {
  oak: material("oak", "#e9cb9b #d5ac74 #b58a55 #9c733f"),
  ash: material("ash", "#f6ead2 #e6d4b1 #cab289 #b59a6d"),
  "smoked-oak": material("smoked oak", "#8b6b52 #6d513d #503a2b #3b2a1f"),
  cherry: material("cherry", "#cf8a62 #b36a43 #8d4e2f #743d22"),
  lime: material("lime wood", "#f4e6c9 #e3cda4 #c7ac7e #ad9264"),
  cord: material("paper cord", "#ecdcb6 #d9c393 #b59c69 #9c8350"),
  black: material("black", "#565e62 #3b4245 #282d30 #1b1f21"),
  white: material("white", "#fbf8f1 #e9e4d8 #c9c2b2 #aaa291"),
  brass: material("brass", "#ecd08a #cfa853 #9d7a32 #7c5e22"),
  glass: material("glass", "#eef4f3 #cfdedd #a9bfc0 #8aa3a6"),
  "fjord-blue": material("fjord blue", "#7296a8 #4f7588 #365767 #28434f"),
  heather: material("heather", "#a98fae #876c8d #66506b #4d3b51"),
  lichen: material("lichen", "#b3bd8d #929d68 #707a4a #575f37"),
  rowan: material("rowan", "#d4694f #b64b34 #8b3624 #6b2719"),
  rapeseed: material("rapeseed", "#eec763 #d8a736 #aa7e20 #856114"),
  slate: material("slate", "#848d93 #646e74 #485157 #343b40"),
} as const;

/** Rooms by day, and the same room at four in the afternoon in November. */
export const grounds = {
  fog: { wall: "#d3dee1", floor: "#b4c6cb", light: 0.16 },
  sage: { wall: "#c3d0c2", floor: "#a4b5a3", light: 0.16 },
  clay: { wall: "#ecd9ca", floor: "#d9bca5", light: 0.16 },
  straw: { wall: "#eee5cd", floor: "#dccda6", light: 0.16 },
  dusk: { wall: "#4a5f6e", floor: "#394b58", light: 0.04 },
} as const satisfies Record<string, Ground>;

/** The room that shows a wood or a colour best. */
export function groundFor(finish: Finish): Ground {
  switch (finish) {
    case "ash":
    case "white":
    case "rowan":
    case "lime":
      return grounds.sage;
    case "smoked-oak":
    case "fjord-blue":
    case "black":
      return grounds.clay;
    case "cherry":
    case "heather":
    case "slate":
      return grounds.straw;
    default:
      return grounds.fog;
  }
}

function material(label: string, tones: string): Material {
  const [light = "", base = "", dark = "", line = ""] = tones.split(" ");
  return { label, light, base, dark, line };
}
