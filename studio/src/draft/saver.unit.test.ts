import { beforeEach, describe, expect, test } from "vitest";
import { failure } from "./kit/fake-server.ts";
import { Saving } from "./kit/saving.ts";

let on: Saving;
beforeEach(() => void (on = new Saving()));

describe("a saver", () => {
  test("sends a second after the last change", async () => {
    on.title("A");
    expect(on.statuses).toEqual(["saving"]);
    await on.clock.advance(600);
    on.title("AB");
    await on.clock.advance(990);
    expect(on.server.saves).toBe(0);
    await on.clock.advance(200);
    expect([on.server.saves, on.server.draft.title, on.statuses]).toEqual([1, "AB", ["saving", "saved"]]);
    expect(on.saver.state).toMatchObject({ revision: 2, sent: [], status: "saved" });
  });

  test("sends within five seconds while somebody types on, one request at a time", async () => {
    for (let n = 0; n < 100; n++) {
      on.title(`title ${n}`);
      await on.clock.advance(100);
    }
    expect([on.server.saves, on.server.mostAtOnce]).toEqual([1, 1]);
    await on.clock.advance(2_000);
    expect([on.server.saves, on.server.draft.title, on.saver.state.status]).toEqual([2, "title 99", "saved"]);
  });

  test("sends nothing that came back to what it was", async () => {
    on.title("A");
    on.title("Home");
    expect(on.saver.state.status).toBe("saved");
    await on.clock.advance(10_000);
    expect(on.server.saves).toBe(0);
  });

  test("sends what was typed during a request after it", async () => {
    on.title("A");
    await on.clock.advance(1_050);
    on.title("AB");
    await on.clock.advance(60);
    expect([on.server.draft.title, on.saver.state.draft.title, on.saver.state.status]).toEqual(["A", "AB", "saving"]);
    await on.clock.advance(2_000);
    expect([on.server.draft.title, on.saver.state.status, on.server.mostAtOnce]).toEqual(["AB", "saved", 1]);
  });

  test("waits without a network, tries again more and more seldom, and at once when asked to", async () => {
    on.fate = "lost before";
    on.title("A");
    await on.clock.advance(1_100);
    expect(on.saver.state.status).toBe("offline");
    on.title("AB");
    expect(on.saver.state.status).toBe("offline");
    await on.clock.advance(100_000);
    expect([on.server.saves, on.saver.state.status]).toEqual([0, "offline"]);
    on.fate = "answers";
    on.saver.retry();
    await on.clock.advance(100);
    expect([on.server.draft.title, on.saver.state.status]).toEqual(["AB", "saved"]);
    on.fate = "lost before";
    on.title("ABC");
    await on.clock.advance(4_000);
    on.fate = "answers";
    await on.clock.advance(30_000);
    expect([on.server.draft.title, on.saver.state.status]).toEqual(["ABC", "saved"]);
  });

  test.each<[string, Error]>([
    ["a busy server", failure(503, "unavailable")],
    ["a proxy", failure(404, "unexpected_response")],
    ["a limit", failure(429, "rate_limited")],
    ["anything unknown", new Error("?")],
  ])("waits after %s", async (_, problem) => {
    on.server.problem = problem;
    on.title("A");
    await on.clock.advance(2_000);
    expect(on.saver.state.status).toBe("offline");
    on.server.problem = undefined;
    await on.clock.advance(60_000);
    expect([on.server.draft.title, on.saver.state.status]).toEqual(["A", "saved"]);
  });

  test("waits for a sign-in when the session has ended", async () => {
    on.server.problem = failure(401, "session_invalid");
    on.title("A");
    await on.clock.advance(5_000);
    on.title("AB");
    expect(on.saver.state.status).toBe("ended");
    on.server.problem = undefined;
    await on.clock.advance(60_000);
    expect(on.server.saves).toBe(0);
    on.saver.retry();
    await on.clock.advance(200);
    expect([on.server.draft.title, on.saver.state.status]).toEqual(["AB", "saved"]);
  });

  test("says why the server refuses, and tries the next change", async () => {
    on.server.problem = failure(403, "permission_missing", "No.");
    on.title("A");
    await on.clock.advance(2_000);
    expect(on.saver.state).toMatchObject({
      status: "refused",
      refusal: { code: "permission_missing", status: 403, detail: "No." },
      sent: [],
    });
    await on.clock.advance(60_000);
    on.server.problem = undefined;
    on.title("AB");
    await on.clock.advance(2_000);
    expect(on.saver.state).toMatchObject({ status: "saved", refusal: null });
    expect(on.server.draft.title).toBe("AB");
  });

  test("flushes at once, also what is typed meanwhile", async () => {
    on.title("A");
    const flushed = on.saver.flush();
    await on.clock.advance(50);
    on.title("AB");
    await on.clock.advance(500);
    expect(await flushed).toMatchObject({ status: "saved", revision: 3 });
    expect(on.server.draft.title).toBe("AB");
    expect(await on.saver.flush()).toMatchObject({ status: "saved", revision: 3 });
    on.fate = "lost before";
    on.title("ABC");
    const failed = on.saver.flush();
    await on.clock.advance(500);
    expect(await failed).toMatchObject({ status: "offline" });
  });

  test("stops when it is closed", async () => {
    on.title("A");
    on.saver.close();
    await on.clock.advance(10_000);
    expect(on.server.saves).toBe(0);
  });
});
