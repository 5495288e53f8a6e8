/** Small drawings for feature lists: strokes on 24 by 24. */
const strokes: Record<string, string> = {
  tree: "M12 3 6.5 11H9l-4 6h14l-4-6h2.5zM12 17v4",
  hammer: "M4 20 13 11M11 6l4-3 6 6-3 3-3.5-3.5L12 11z",
  leaf: "M5 19C5 9 11 5 20 4c0 10-5 15-13 14M5 21c1-5 4-8 8-10",
  truck: "M2.5 6.5h11v10h-11zM13.5 10h4l4 3.5v3h-8M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17.5 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3.5 2",
  ruler: "M3.5 16 16 3.5 20.5 8 8 20.5zM7.5 12l2 2M10.5 9l2.5 2.5M13.5 6l2 2",
  recycle: "M4 9a8.5 8.5 0 0 1 15-1.5M20 4v4h-4M20 15a8.5 8.5 0 0 1-15 1.5M4 20v-4h4",
  hand: "M7 12V6.5a1.5 1.5 0 0 1 3 0V11 4.5a1.5 1.5 0 0 1 3 0V11 6a1.5 1.5 0 0 1 3 0v8c0 4-2 6.5-5.5 6.5S6 18.5 4.5 15.500L3.5 13a1.5 1.5 0 0 1 2.5-1.500z",
  star: "m12 3.5 2.7 5.4 5.8.9-4.2 4.1 1 5.9-5.3-2.8-5.3 2.8 1-5.9-4.2-4.1 5.8-.9z",
  heart: "M12 20C6 16 3.5 12.5 3.5 9A4.4 4.4 0 0 1 12 7a4.4 4.4 0 0 1 8.5 2c0 3.5-2.5 7-8.5 11z",
  chat: "M4 5h16v11H9.500L5 20v-4H4z",
  lock: "M6 11h12v9.500H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20.5 20.5",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.500a7.5 7.5 0 0 1 15 0",
  bag: "M5 8h14l1 12.500H4zM8.5 8V7a3.5 3.5 0 0 1 7 0v1",
  menu: "M3.5 7h17M3.5 12h17M3.5 17h17",
};

/** A picture without a meaning of its own: the words beside it say the same. Nothing for an unknown name. */
export function Icon({ name }: { name: string }) {
  if (!Object.hasOwn(strokes, name)) return null;
  return (
    <svg className="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={strokes[name]} />
    </svg>
  );
}
