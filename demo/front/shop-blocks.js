// The blocks of a new site that show files and the shop.

import { link, readAddress, shopAddressOf } from "./address.js";
import { read, shop } from "./api.js";
import { element } from "./elements.js";
import { price } from "./language.js";
import { figure, fillFrame, mainPicture, pictureList } from "./pictures.js";

const text = (value) => (typeof value === "string" ? value : "");
const list = (value) => (Array.isArray(value) ? value.filter((item) => item !== null && typeof item === "object") : []);
const heading = (title, level) => text(title) !== "" && element(`h${level}`, {}, text(title));

const orders = { newest: "createdAt:desc", title: "title", price: "price" };

/** By type: a function from a block to its element. */
export const shopBlocks = {
  picture({ props }) {
    const picture = mainPicture(props);
    return element("section", {}, picture && figure({ ...picture, caption: text(props.caption) }));
  },

  gallery({ props }, { level }) {
    const pictures = pictureList(props).map((picture) => element("li", {}, figure(picture)));
    return element("section", {}, heading(props.title, level), element("ul", { class: "features by-three" }, pictures));
  },

  video({ props }, { level }) {
    const { video, poster, url, title } = props;
    const address = text(url);
    return element(
      "section",
      {},
      heading(title, level),
      text(video?.url) !== "" &&
        element("video", {
          src: video.url,
          poster: text(poster?.url) || undefined,
          controls: true,
          preload: "none",
          "aria-label": text(title),
        }),
      address !== "" && !video && element("p", { class: "action" }, link(address, [text(title)], { class: "button" })),
      text(props.caption) !== "" && element("p", { class: "soft" }, text(props.caption)),
    );
  },

  product({ props }, { level }) {
    const place = element("section", { hidden: true });
    const slug = text(props.product?.slug);
    if (slug !== "")
      void read(`${shop}/products/slug/${encodeURIComponent(slug)}`, readAddress().key).then(({ data }) => {
        const address = shopAddressOf({ product: slug });
        place.append(
          element("ul", { class: "features by-three" }, card(data, level)),
          element("p", {}, text(props.text) || text(data.description)),
          element("p", { class: "action" }, element("a", { class: "button", href: address }, text(props.buttonLabel) || data.title)),
        );
        place.hidden = false;
      }, ignore);
    return place;
  },

  "product-list"({ props }, { level }) {
    const place = element("section", { hidden: true }, heading(props.title, level));
    const { category, sort = "newest", count = 4 } = props;
    const query = { category: text(category?.slug) || undefined, sort: orders[sort], pageSize: count };
    void read(`${shop}/products`, readAddress().key, query).then(({ data }) => {
      const cards = data.map((product) => card(product, text(props.title) === "" ? level : level + 1));
      place.append(element("ul", { class: "features by-four" }, cards));
      // A site without products shows nothing.
      place.hidden = data.length === 0;
    }, ignore);
    return place;
  },

  contact({ props }, { level }) {
    const { phone, email } = props;
    return element(
      "section",
      {},
      heading(props.title, level),
      ...text(props.address)
        .split("\n")
        .map((line) => line !== "" && element("p", {}, line)),
      list(props.hours).length > 0 &&
        element(
          "dl",
          {},
          list(props.hours).map(({ days, time }) => element("div", {}, element("dt", {}, text(days)), element("dd", {}, text(time)))),
        ),
      text(phone) !== "" && element("p", {}, link(`tel:${text(phone).replaceAll(/[^+\d]/g, "")}`, [text(phone)])),
      text(email) !== "" && element("p", {}, link(`mailto:${text(email)}`, [text(email)])),
    );
  },
};

/** A block about products that cannot be read shows nothing. */
const ignore = () => undefined;

function card(product, level) {
  const frame = element("div", { class: "picture" });
  fillFrame(frame, product, product.images[0], { alt: "", sizes: "(max-width: 40rem) 100vw, 18rem" });
  const address = shopAddressOf({ product: product.slug });
  return element(
    "li",
    {},
    frame,
    element(`h${level}`, {}, element("a", { href: address }, product.title)),
    element("p", {}, price(product.price, product.currency)),
  );
}
