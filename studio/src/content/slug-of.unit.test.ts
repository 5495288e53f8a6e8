import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());

test.each([
  ["Sobre nós", "sobre-nos"],
  ["Sobre no\u0301s", "sobre-nos"],
  ["Crème brûlée", "creme-brulee"],
  ["Größe (cm)", "groesse-cm"],
  ["Łódź", "lodz"],
  ["Ærø & Þór", "aero-thor"],
  ["Привет, мир", "privet-mir"],
  ["подъезд", "podezd"],
  ["Ελληνικά", "ellinika"],
  ["北京 2026", "bei-jing-2026"],
  ["お知らせ", "ozhi-rase"],
  ["안녕 하세요", "annyeong-haseyo"],
  ["ＦＵＬＬ", "full"],
  [`${"a".repeat(79)} b`, "a".repeat(79)],
  ["★ !", ""],
])("the slug of %s is %s", async (title, slug) => {
  const { loadScripts, slugOf } = await import("./slug-of.ts");
  await loadScripts(title);
  expect(slugOf(title)).toBe(slug);
});

test("the slug of a Latin title is the same, whether the other scripts are loaded or not", async () => {
  const { loadScripts, slugOf } = await import("./slug-of.ts");
  const titles = ["São João – 5 € “now”", "Größe №", "l’été"];
  const before = titles.map(slugOf);
  await loadScripts("Привет");
  expect(titles.map(slugOf)).toEqual(before);
});
