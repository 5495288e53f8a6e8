// The picture that shows a variant.
//
// The API has a product's pictures and its variants, and nothing that ties one to the other. But a picture says what it shows: its
// alternative text ("Fjell chair in smoked oak") and the name of its file have the values of the options in words. So a picture shows
// a variant if it names the variant's values, and it does not if it names another value of the same option.
//
// Files of the media library have words in each language, other pictures those of one. In the others these name no value, and the SKU helps, which is the
// same in all: FJELL-SMOKED-CORD is on fjell-chair-cord-smoked-oak.webp.

const listOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const wordsOf = (text) => ` ${listOf(text).join(" ")} `;

/** The name of a picture's file, without its kind. */
function fileOf({ url }) {
  const { pathname } = URL.canParse(url, location.href) ? new URL(url, location.href) : { pathname: "" };
  return pathname
    .split("/")
    .at(-1)
    .replace(/\.\w+$/, "");
}

/** The value of an option that a picture names. "Smoked oak" names oak, too: the longer one counts. */
function namedValue(picture, values) {
  const said = [wordsOf(picture.alt ?? ""), wordsOf(fileOf(picture))];
  const named = values.filter((value) => value.trim() !== "" && said.some((text) => text.includes(wordsOf(value))));
  return named.sort((a, b) => b.length - a.length)[0];
}

/** The index of the picture that fits a variant best: the first of those that name most of its values, and no other. */
export function pictureIndexOf({ images, options }, variant) {
  const isNamed = images.some((picture) => options.some(({ values }) => namedValue(picture, values) !== undefined));
  const fits = images.map((picture) => (isNamed ? fitOfValues(picture, options, variant, images.length) : fitOfSku(picture, variant)));
  return Math.max(0, fits.indexOf(Math.max(...fits)));
}

function fitOfValues(picture, options, variant, count) {
  return options.reduce((sum, { name, values }) => {
    const named = namedValue(picture, values);
    return named === undefined ? sum : sum + (named === variant.options[name] ? 1 : -count);
  }, 0);
}

/** Words of the SKU in the name of the file. Of two that have the same, the one that says less besides: oak, not smoked oak. */
function fitOfSku(picture, { sku }) {
  const [file, parts] = [listOf(fileOf(picture)), listOf(sku)];
  return parts.filter((part) => file.includes(part)).length - file.length / 100;
}
