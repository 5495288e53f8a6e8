import type { Sharp, SharpConstructor, SharpOptions } from "sharp";
import { maxPixels } from "./limits.ts";
import { pngGamma } from "./png-gamma.ts";
import { damaged } from "./refusal.ts";

/** The libvips loaders of accepted pictures. All others stay closed, whatever a file pretends to be. */
const loaders = ["Jpeg", "Png", "Webp", "Heif", "Nsgif", "Svg"].map((name) => `VipsForeignLoad${name}`);

/** sharp does not load: there is no build of it for this machine, or its installation lacks a part. */
export class CannotDecode extends Error {}

/** sharp, loaded once and for this work alone: one thread, no memory kept between pictures, no format but the accepted ones. */
let loading: Promise<SharpConstructor> | undefined;

function loadSharp(): Promise<SharpConstructor> {
  return (loading ??= import("sharp").then(
    ({ default: sharp }) => {
      sharp.concurrency(1);
      sharp.cache(false);
      sharp.block({ operation: ["VipsForeignLoad"] });
      sharp.unblock({ operation: loaders });
      return sharp;
    },
    (error: unknown) => {
      // Its own message goes on with advice for people at a terminal.
      throw new CannotDecode(error instanceof Error ? error.message.split("\n", 1)[0] : "sharp does not load", { cause: error });
    },
  ));
}

/** Opens a picture: its first frame, upright. Reads no more of it than its head. */
export async function openPicture(input: string | Buffer): Promise<Sharp> {
  const sharp = await loadSharp();
  const picture = sharp(input, optionsFor(input)).autoOrient();
  const gamma = await pngGamma(input);
  return gamma === undefined ? picture : gamma > 1 ? picture.gamma(1, gamma) : picture.gamma(1 / gamma, 1);
}

/** Dots per inch in CSS, beside those that libvips takes a drawing's pixels for. */
const [cssDensity, ownDensity] = [96, 72];

/** At the density of CSS, a drawing's inches and millimetres are as large as in browsers beside its pixels, and all of it is larger by this factor. */
function factorOf(input: string | Buffer): number {
  return Buffer.isBuffer(input) && input[0] === 0x3c ? cssDensity / ownDensity : 1;
}

function optionsFor(input: string | Buffer): SharpOptions {
  const factor = factorOf(input);
  return factor === 1 ? openOptions : { ...openOptions, density: cssDensity, limitInputPixels: Math.ceil(maxPixels * factor ** 2) };
}

const openOptions: SharpOptions = { limitInputPixels: maxPixels, failOn: "error", pages: 1, sequentialRead: true };

/** The head of a picture, whose measures may be beyond every limit. Throws Refused if it cannot be read. */
export async function headOf(input: string | Buffer) {
  const sharp = await loadSharp();
  const head = await sharp(input, { ...optionsFor(input), limitInputPixels: false })
    .metadata()
    .catch(decodingFailed);
  const size = (edge: number) => Math.max(1, Math.round(edge / factorOf(input)));
  const { format: type, orientation = 1 } = head;
  return { type, width: size(head.autoOrient.width), height: size(head.autoOrient.height), orientation };
}

/** The decoder's words are about the file, and stay out of sentences for people. */
export function decodingFailed(error: unknown): never {
  throw damaged(error);
}
