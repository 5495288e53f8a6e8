// The picture that shows a variant.
//
// The API has a product's pictures and its variants, and nothing that ties one to the other. But a picture says what it shows: its
// alternative text ("Fjell chair in smoked oak") and the name of its file have the values of the options in words. So a picture shows
// a variant if it names the variant's values, and it does not if it names another value of the same option.

const wordsOf = (text) => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;

/** The value of an option that a picture names. "Smoked oak" names oak, too: the longer one counts. */
function namedValue(picture, values) {
  const file = URL.canParse(picture.url)
    ? new URL(picture.url).pathname
        .split("/")
        .at(-1)
        .replace(/\.\w+$/, "")
    : "";
  const said = [wordsOf(picture.alt ?? ""), wordsOf(file)];
  const named = values.filter((value) => value.trim() !== "" && said.some((text) => text.includes(wordsOf(value))));
  return named.sort((a, b) => b.length - a.length)[0];
}

/** The index of the picture that fits a variant best: the first of those that name most of its values, and no other. */
export function pictureIndexOf({ images, options }, variant) {
  const fits = images.map((picture) =>
    options.reduce((sum, { name, values }) => {
      const named = namedValue(picture, values);
      return named === undefined ? sum : sum + (named === variant.options[name] ? 1 : -images.length);
    }, 0),
  );
  return Math.max(0, fits.indexOf(Math.max(...fits)));
}
