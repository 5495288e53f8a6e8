interface ProductFactsProps {
  /** The attributes that the shop keeps of its products. */
  attributes: Record<string, unknown>;
  locale: string;
  title: string;
}

/** The attributes of a product that can be said in a line. Their names are the shop's: `seatHeightCm` is shown as “Seat height (cm)”. */
export function ProductFacts({ attributes, locale, title }: ProductFactsProps) {
  const facts = Object.entries(attributes).flatMap(([name, value]) => {
    const text = textOf(value, name, locale);
    return text === undefined ? [] : [{ name, text }];
  });
  if (facts.length === 0) return null;
  return (
    <section className="facts">
      <h2>{title}</h2>
      <dl>
        {facts.map(({ name, text }) => (
          <div key={name}>
            <dt>{labelOf(name)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function textOf(value: unknown, name: string, locale: string): string | undefined {
  if (typeof value === "string") return value;
  // A year has no thousands.
  if (typeof value === "number") return name === "since" ? String(value) : new Intl.NumberFormat(locale).format(value);
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  const sizes = Object.values(value);
  return sizes.length > 0 && sizes.every((size) => typeof size === "number")
    ? sizes.map((size) => new Intl.NumberFormat(locale).format(size)).join(" × ")
    : undefined;
}

/** Units stand last in a name. */
function labelOf(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  const label = words.replace(/ (cm|kg|litres|weeks|degrees)$/, " ($1)");
  return label.charAt(0).toUpperCase() + label.slice(1);
}
