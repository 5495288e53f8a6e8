import { expect, test } from "vitest";
import { parsePreviewLink } from "./preview-link.ts";

const token = "pv_lttvLpCoiD4qkx6qoSkWvDW2IOlQa7nD";
const link = `https://vitrine.example/api/public/v1/preview/${token}`;

test("a preview link is parsed into the request that it stands for", () => {
  expect(parsePreviewLink(link)).toEqual({ token });
  expect(parsePreviewLink(new URL(`${link}?locale=pt-BR&utm_source=mail#top`))).toEqual({ token, locale: "pt-BR" });
  expect(parsePreviewLink(`${link}/?locale=`)).toEqual({ token });
});

test.each([
  "",
  "https://vitrine.example/",
  "https://vitrine.example/api/public/v1/preview/",
  `${link}/more`,
  "https://x.example/?a=/preview/",
])("no other URL is a preview link: %s", (other) => expect(parsePreviewLink(other)).toBeUndefined());
