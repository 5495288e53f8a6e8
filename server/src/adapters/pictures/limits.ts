/** Of one edge of a picture, in pixels. */
export const maxEdge = 10_000;
/** Of one picture or frame. */
export const maxPixels = 40_000_000;
/** Of an AVIF, whose decoder takes thirty bytes for a pixel where others take three. */
export const maxPixelsOfAvif = 16_000_000;
/** Of a WebP that is turned, which is decoded whole and encoded for it. A larger one stays as it is. */
export const maxTurnedPixels = 13_000_000;
export const maxFrames = 1_000;
/** Of all frames together: browsers decode them one by one, again and again. */
export const maxPixelsOfFrames = 400_000_000;
/** Of a picture's file, which is cleaned in memory. */
export const maxPictureBytes = 128 * 1_024 * 1_024;
/** Of a drawing's text, of which a tree is made. */
export const maxDrawingBytes = 5 * 1_024 * 1_024;
export const maxDrawingElements = 50_000;
export const maxDrawingDepth = 200;
export const maxAttributesOfElement = 200;
/**
 * Of processor time, for all filters of a drawing at the largest size that is rendered: more than a rendering may take, since they are taken for larger than
 * they are where their size does not follow from plain numbers.
 */
export const maxFilterSeconds = 25;
/** That a drawing declares: Illustrator has some twenty names of namespaces. */
export const maxEntities = 100;
export const maxEntityLength = 1_000;
/** Drawings inside of each other. */
export const maxNestedDrawings = 3;
/** Of what was cut out of a drawing, which is told to its sender. */
export const maxCuts = 20;
export const maxCutLength = 60;
/** Segments, chunks, blocks, boxes and places of a file: each costs memory, and pictures have some thousands of them at most. */
export const maxParts = 100_000;
/** Of memory, for a file to be prepared. Only AVIF within its limit takes more. */
export const usualBytes = 256 * 1_024 * 1_024;
