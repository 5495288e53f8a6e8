import { expect, test } from "vitest";
import { Editor } from "./kit/editor.ts";
import { FakeClock } from "./kit/fake-clock.ts";
import { FakeServer, type Fate } from "./kit/fake-server.ts";
import { block, page } from "./kit/pages.ts";
import { randomOf } from "./kit/random.ts";
import { blockOf, idsOf } from "./kit/random-edits.ts";
import { rounds } from "../../../test/kit/sampled.ts";

const seeds = Array.from({ length: rounds(200, 50) }, (_, seed) => seed + 1);
const stepsOfARun = 40;

/** Two editors with bad networks on one page, on a server that is killed now and then, in browsers that are, too. */
async function run(seed: number) {
  const clock = new FakeClock();
  const random = randomOf(seed);
  const base = page(Array.from({ length: 5 }, (_, n) => block(`base${n}`, { main: [] }, { shared: "" })));
  const server = new FakeServer(clock, base);
  const editors = ["Ana", "Ben"].map((name) => new Editor(name, server, clock, random));
  for (const editor of editors) await editor.open();
  for (let step = 0; step < stepsOfARun; step++) {
    const editor = random.one(editors);
    const chance = random.below(100);
    if (chance < 80) editor.act();
    else if (chance < 84) editor.store.getState().takeServer(server.translation());
    else if (chance < 88) {
      const fates: Fate[] = random.is(0.5) ? ["answers"] : ["answers", "lost before", "lost after"];
      editor.fate = () => random.one(fates);
    } else if (chance < 90) server.run += 1;
    else if (chance < 92) server.isDown = !server.isDown;
    else if (chance < 94) await editor.crash();
    else if (chance < 96) editor.choose();
    else if (chance < 98) editor.store.getState().retry();
    else void editor.store.getState().flush();
    await clock.advance(random.is(0.7) ? random.below(400) : random.below(4_000));
  }
  server.isDown = false;
  for (const editor of editors) editor.fate = () => "answers";
  const isSettled = () =>
    editors.every(({ store }) => store.getState().status === "saved" && store.getState().revision === server.revision);
  for (let round = 0; round < 40 && !(round > 0 && isSettled()); round++) {
    for (const editor of editors) {
      while (editor.store.getState().conflicts.length > 0) editor.choose();
      editor.store.getState().retry();
      await clock.advance(10_000);
      editor.store.getState().takeServer(server.translation());
    }
    // Requests of browsers that were killed are over by now, too.
    await clock.advance(40_000);
  }
  return { server, editors, base };
}

test("many runs of two editors end with every edit that did not clash, and no word is lost", { timeout: 120_000 }, async () => {
  let [clashes, saves] = [0, 0];
  for (const seed of seeds) {
    const { server, editors, base } = await run(seed);
    const { draft } = server;
    const about = (what: string) => `seed ${seed}: ${what}`;
    expect(new Set(idsOf(draft)).size, about("a block is there twice")).toBe(idsOf(draft).length);
    const has = new Set(idsOf(draft));
    expect(
      (base.composition ?? []).filter(({ id }) => !has.has(id)),
      about("lost"),
    ).toEqual([]);
    const everSaved = JSON.stringify(server.history);
    for (const editor of editors) {
      const state = editor.store.getState();
      expect([state.status, state.revision], about(`${editor.name} ends`)).toEqual(["saved", server.revision]);
      expect(state.draft, about(`${editor.name} sees`)).toEqual(draft);
      for (const [place, word] of editor.ownWords) {
        const [id = "", member = ""] = place.split("/");
        expect(blockOf(draft, id)?.props[member], about(`${editor.name} wrote to ${place}`)).toBe(word);
      }
      for (const id of editor.added) expect(blockOf(draft, id)?.props.text, about(`${editor.name} added`)).toBe(id);
      for (const id of editor.removed) expect(blockOf(draft, id), about(`${editor.name} removed ${id}`)).toBeUndefined();
      for (const [place, word] of editor.shared) {
        const isAsked = editors.some(({ asked }) => asked.has(word));
        expect(isAsked || everSaved.includes(`"${word}"`), about(`${editor.name} wrote ${word} to ${place}`)).toBe(true);
        if (isAsked) clashes += 1;
      }
    }
    expect(server.draft.slug, about("what was undone")).toBe("home");
    saves += server.saves;
  }
  // The runs are worth something: there were clashes, and much was saved.
  expect(clashes).toBeGreaterThan(rounds(100, 20));
  expect(saves).toBeGreaterThan(rounds(1_000, 200));
});
