const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** The elements that a kept drawing may have: shapes, texts, paint, filters, and animations of them. */
export const elements = words(`
  svg g defs symbol use switch title desc a view path rect circle ellipse line polyline polygon text tspan textPath image marker pattern mask
  clipPath linearGradient radialGradient stop style filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
  feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology
  feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence animate animateTransform animateMotion set mpath
`);

/** Attributes whose values are CSS, of which some may name files. */
export const presentationAttributes = words(`
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters color-rendering
  direction display dominant-baseline enable-background fill fill-opacity fill-rule filter flood-color flood-opacity font-family font-size
  font-size-adjust font-stretch font-style font-variant font-weight glyph-orientation-horizontal glyph-orientation-vertical image-rendering
  isolation kerning letter-spacing lighting-color marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow
  paint-order pointer-events shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering transform transform-box transform-origin unicode-bidi
  vector-effect visibility word-spacing writing-mode
`);

/** Attributes of numbers, words and lists, which no program follows anywhere. */
const plainAttributes = words(`
  xmlns xmlns:xlink xml:space xml:lang version id class lang role viewBox preserveAspectRatio x y x1 y1 x2 y2 cx cy r rx ry fx fy fr width height
  d points dx dy rotate textLength lengthAdjust startOffset method spacing side offset gradientUnits gradientTransform spreadMethod patternUnits
  patternContentUnits patternTransform maskUnits maskContentUnits clipPathUnits markerUnits markerWidth markerHeight refX refY orient
  filterUnits primitiveUnits filterRes in in2 result mode type values operator k1 k2 k3 k4 order kernelMatrix divisor bias targetX targetY edgeMode
  kernelUnitLength preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent limitingConeAngle azimuth elevation
  pointsAtX pointsAtY pointsAtZ z scale xChannelSelector yChannelSelector stdDeviation baseFrequency numOctaves seed stitchTiles radius
  tableValues slope intercept amplitude exponent systemLanguage requiredFeatures requiredExtensions baseProfile pathLength media zoomAndPan
  attributeName attributeType begin dur end min max restart repeatCount repeatDur fill calcMode keyTimes keySplines from to by additive
  accumulate keyPoints path origin
`);

export const links = ["href", "xlink:href"];
export const attributes = [...new Set([...plainAttributes, ...presentationAttributes, ...links, "style"])];

export const animations = ["animate", "animateTransform", "animateMotion", "set"];
/** The attributes that an animation may change. */
export const animated = [
  ...presentationAttributes,
  ...words(`x y x1 y1 x2 y2 cx cy r rx ry fx fy fr width height d points dx dy rotate offset startOffset viewBox stdDeviation baseFrequency
    gradientTransform patternTransform refX refY scale radius k1 k2 k3 k4 values slope intercept`),
];
/** The values that an animation gives it. */
export const animatedValues = ["from", "to", "by", "values"];
