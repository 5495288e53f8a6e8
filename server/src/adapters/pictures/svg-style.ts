import { generate, parse, walk, type CssNode, type List, type ListItem } from "css-tree";
import { fontData, imageData } from "./svg-data.ts";

/** Told of each part that is cut out. */
export type OnCut = (what: string) => void;

/** Rules that name no file, and no namespace. Fonts must be in the file itself. */
const atRules = new Set(["media", "supports", "container", "layer", "property", "font-face", "keyframes", "-webkit-keyframes"]);
/** Rules without which a drawing looks the same: a style sheet in XML has the encoding of its file. */
const silentRules = new Set(["charset"]);

/** Functions of values that draw nothing from elsewhere. All others go, with their declarations. */
const functions = new Set(
  `rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark calc min max clamp round mod rem abs sign sin cos tan asin acos atan atan2
  pow sqrt hypot log exp var env matrix matrix3d translate translatex translatey translatez translate3d rotate rotatex rotatey rotatez rotate3d
  scale scalex scaley scalez scale3d skew skewx skewy perspective cubic-bezier steps linear linear-gradient radial-gradient conic-gradient
  repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient blur brightness contrast drop-shadow grayscale hue-rotate invert
  opacity saturate sepia circle ellipse inset polygon path rect xywh ray`.split(/\s+/),
);
/** Further ones of `src` in `@font-face`. A local font is one that the reader's machine has. */
const fontFunctions = new Set(["format", "tech", "local"]);

/** A place in the file itself. */
export const fragment = /^#[^"'\\<>\u0000-\u001f]+$/;

/** A style sheet without what is not understood and what is drawn from elsewhere. */
export function cleanSheet(text: string, onCut: OnCut): string {
  return cleaned(text, "stylesheet", onCut);
}

/** The value of an attribute `style`. */
export function cleanDeclarations(text: string, onCut: OnCut): string {
  return cleaned(text, "declarationList", onCut);
}

/** The value of a property, or of an attribute that means one; undefined if it names something outside of the file, or is not understood. */
export function cleanValue(text: string): string | undefined {
  try {
    const tree = parse(text, { context: "value" });
    if (!isHarmless(tree)) return undefined;
    // A value that holds a picture is written anew, in the form that is kept.
    return /data:/i.test(text) ? generate(tree) : text;
  } catch {
    return undefined;
  }
}

function cleaned(text: string, context: "stylesheet" | "declarationList", onCut: OnCut): string {
  const tree = parse(text, { context, parseCustomProperty: true });
  walk(tree, function (node: CssNode, item: ListItem<CssNode>, list: List<CssNode> | null) {
    if (!list || isKept(node, this.atrule?.name.toLowerCase() === "font-face")) return;
    list.remove(item);
    if (node.type !== "Comment" && !(node.type === "Atrule" && silentRules.has(node.name.toLowerCase()))) onCut(nameOf(node));
  });
  return generate(tree);
}

function nameOf(node: CssNode): string {
  if (node.type === "Atrule") return `@${node.name}`;
  return generate(node.type === "Rule" ? node.prelude : node);
}

function isKept(node: CssNode, isFont: boolean): boolean {
  switch (node.type) {
    case "Atrule": {
      const name = node.name.toLowerCase();
      return atRules.has(name) && (node.block !== null || name === "layer") && (node.prelude === null || isHarmless(node.prelude));
    }
    case "Rule":
      return isHarmless(node.prelude);
    case "Declaration":
      return isHarmless(node.value, isFont && node.property.toLowerCase() === "src") && !/[\\\s]/.test(node.property);
    case "Raw":
    case "Comment":
      return false;
    default:
      return true;
  }
}

/**
 * Nothing that is not understood, no name written in escapes, no file, and no function but those that are known. Writes pictures and fonts in the file
 * itself in the form that is kept.
 */
function isHarmless(tree: CssNode, isFontSource = false): boolean {
  let isGood = true;
  walk(tree, (node) => {
    if (node.type === "Raw") isGood = false;
    else if (node.type === "Url") {
      const address = fragment.test(node.value) ? node.value : isFontSource ? fontData(node.value) : imageData(node.value);
      if (address === undefined) isGood = false;
      else node.value = address;
    } else if (node.type === "Function") {
      const name = node.name.toLowerCase();
      isGood &&= functions.has(name) || (isFontSource && fontFunctions.has(name));
    } else if (node.type === "Identifier") isGood &&= !node.name.includes("\\");
  });
  return isGood;
}
