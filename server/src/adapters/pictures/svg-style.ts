import { generate, parse, walk, type CssNode, type List, type ListItem } from "css-tree";

/** Rules that name no file, and no namespace. */
const atRules = new Set(["media", "supports", "keyframes", "-webkit-keyframes"]);

/** Functions of values that draw nothing from elsewhere. All others go, with their declarations. */
const functions = new Set(
  `rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix calc min max clamp var matrix matrix3d translate translatex translatey translatez
  translate3d rotate rotatex rotatey rotatez rotate3d scale scalex scaley scalez scale3d skew skewx skewy perspective cubic-bezier steps linear
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia circle ellipse inset polygon path rect xywh`.split(
    /\s+/,
  ),
);

/** Names of pictures in the file itself, which no browser takes for anything else. */
export const rasterData = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=\s]*$/i;
export const fragment = /^#[^\s"'()\\<>]+$/;

/** A style sheet without what is not understood and what is drawn from elsewhere. */
export function cleanSheet(text: string): string {
  return cleaned(text, "stylesheet");
}

/** The value of an attribute `style`. */
export function cleanDeclarations(text: string): string {
  return cleaned(text, "declarationList");
}

/** Whether the value of a property, or of an attribute that means one, names nothing outside of the file. */
export function isHarmlessValue(text: string): boolean {
  try {
    return isHarmless(parse(text, { context: "value" }));
  } catch {
    return false;
  }
}

function cleaned(text: string, context: "stylesheet" | "declarationList"): string {
  const tree = parse(text, { context, parseCustomProperty: true });
  walk(tree, (node: CssNode, item: ListItem<CssNode>, list: List<CssNode> | null) => {
    if (list && !isKept(node)) list.remove(item);
  });
  return generate(tree);
}

function isKept(node: CssNode): boolean {
  switch (node.type) {
    case "Atrule":
      return atRules.has(node.name.toLowerCase()) && node.block !== null && (node.prelude === null || isHarmless(node.prelude));
    case "Rule":
      return isHarmless(node.prelude);
    case "Declaration":
      return isHarmless(node.value) && !/[\\\s]/.test(node.property);
    case "Raw":
    case "Comment":
      return false;
    default:
      return true;
  }
}

/** Nothing that is not understood, no name written in escapes, no file, and no function but those that are known. */
function isHarmless(tree: CssNode): boolean {
  let isGood = true;
  walk(tree, (node) => {
    if (node.type === "Raw") isGood = false;
    else if (node.type === "Url") isGood &&= fragment.test(node.value) || rasterData.test(node.value);
    else if (node.type === "Function") isGood &&= functions.has(node.name.toLowerCase());
    else if (node.type === "Identifier") isGood &&= !node.name.includes("\\");
  });
  return isGood;
}
