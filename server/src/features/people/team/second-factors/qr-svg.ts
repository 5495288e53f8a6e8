import encodeQR from "qr";

/** The blank modules around a code (ISO/IEC 18004 §9.1). */
const border = 4;

/** A QR code as an SVG image, dark on light on every page. */
export function qrSvg(text: string): string {
  const rows = encodeQR(text, "raw", { ecc: "medium", border });
  const size = rows.length;
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dark}"/></svg>`
  );
}
