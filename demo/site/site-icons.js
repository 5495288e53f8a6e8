// Icons: strokes on 24 by 24.

const strokes = {
  star: "M12 3.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L3.6 9.7l5.8-.8z",
  heart: "M12 20S4 15 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 15 12 20 12 20z",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2",
  truck: "M3 6.5h11v10H3zM14 10h4l3 3.2v3.3h-7M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17.5 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  leaf: "M5 19c0-9 5-14 15-14 0 10-5 15-12 14M5 21c1-6 4-9 9-11",
  hand: "M8 13V5.8a1.5 1.5 0 0 1 3 0V11 4.5a1.5 1.5 0 0 1 3 0V11 6a1.5 1.5 0 0 1 3 0v8c0 4-2 6.5-5.5 6.5-3 0-4.5-1.5-6-4.5l-1.6-3a1.5 1.5 0 0 1 2.6-1.4z",
  chat: "M4 5.5h16v11h-9l-4.5 3.5v-3.5H4zM8 9.5h8M8 12.5h5",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2",
  tree: "M12 21v-6M12 3l5 6.5h-2.5L18.5 15h-13l4-5.5H7z",
  hammer: "M14 9.5L5.5 18a1.8 1.8 0 0 0 2.5 2.5L16.5 12M11 6.5l3-3h4l-.5 2.5 3.5 3.5-3 3z",
  ruler: "M3.5 15.5l12-12 5 5-12 12zM7 12l1.8 1.8M10 9l2.5 2.5M13 6l1.8 1.8",
  recycle: "M9 6.5L12 3l3 3.5M12 3.2V9M4.5 17.5l-1-4.5 4.5-.8M3.8 13.2l5 2.8M20 12.5l.6 4.5-4.4 1M20.4 16.8l-5-2.9",
  page: "M6 3.5h8.5L18.5 8v12.5H6zM14 3.5V8.5h4.5M9 12.5h6.5M9 16h4.5",
};

/** An icon by its name; undefined where there is none of this name. */
export function icon(name) {
  if (typeof name !== "string" || !Object.hasOwn(strokes, name)) return undefined;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", width: "24", height: "24", "aria-hidden": "true", class: "icon" }))
    svg.setAttribute(key, value);
  path.setAttribute("d", strokes[name]);
  svg.append(path);
  return svg;
}
