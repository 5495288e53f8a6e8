import { afterAll, beforeAll, expect, test } from "vitest";
import { addAdmin, asAdmin, cookiesOf } from "../../../../../test/kit/admins.ts";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { password } from "../../../../../test/kit/shopper.ts";
import { messages } from "../../../lib/messages/index.ts";
import type { NoticeKind } from "../../../lib/messages/messages.ts";
import { linkMail } from "./admin-mail.ts";
import { noticeMail } from "../../../lib/mails/notice-mail.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const mailsTo = async (email: string) => {
  await server.runTasks();
  return server.mails.filter(({ to }) => to === email);
};

test("a sign-in from a new browser is told once, in the language of the account", async () => {
  const { email, id } = await addAdmin(server, { name: "Ada" });
  await server.deps.sql`update admins set locale = 'de' where id = ${id}`;
  const signIn = (headers: Record<string, string>) => asAdmin(server).post("/session", { email, password }, { headers });
  const first = await signIn({ "user-agent": firefox });
  const [mail, ...others] = await mailsTo(email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("Neue Anmeldung in Ihrem Konto – Vitrine");
  expect(mail?.text).toContain("Firefox, Linux, am 20. November 2026 um 09:30 UTC");
  expect(mail?.text).toContain("http://localhost:3000/studio");

  await signIn({ "user-agent": firefox, cookie: cookiesOf(first) });
  expect(await mailsTo(email)).toHaveLength(1);
  await signIn({ "user-agent": firefox });
  expect(await mailsTo(email)).toHaveLength(2);
  // A cookie of the reader's own making, and one of another account.
  await signIn({ cookie: `vitrine-browser-3000=${"A".repeat(43)}` });
  expect(await mailsTo(email)).toHaveLength(3);
  const other = await addAdmin(server);
  await asAdmin(server).post("/session", { email: other.email, password }, { headers: { cookie: cookiesOf(first) } });
  expect(await mailsTo(other.email)).toHaveLength(1);
});

test("a wrong password, and a right one that is only the first step, tell nothing", async () => {
  const { email } = await addAdmin(server, { hasSecondFactor: true });
  await asAdmin(server).post("/session", { email, password: "wrong" });
  await asAdmin(server).post("/session", { email, password });
  expect(await mailsTo(email)).toEqual([]);
});

test("every mail has words in every language, and carries no markup of anybody", () => {
  const evil = `<script>"'&\u202e\nBcc: x@example.com`;
  const about = { name: evil, sender: "Vitrine", at: new Date(0) };
  const seen = new Set<string>();
  for (const locale of ["en", "de", "pt-BR"]) {
    const studioUrl = "https://cms.example/studio";
    const mails = [
      ...(Object.keys(messages.en.notices.kinds) as NoticeKind[]).map((kind) =>
        noticeMail(
          kind,
          {
            browser: evil,
            token: evil,
            email: evil,
            left: evil,
            site: evil,
            passkey: evil,
            title: evil,
            release: evil,
            reason: evil,
            operator: evil,
            webhook: evil,
            asker: evil,
            note: evil,
          },
          { ...about, locale, studioUrl },
        ),
      ),
      linkMail("reset-password", `${studioUrl}/password?token=x`, { ...about, locale }),
    ];
    for (const { subject, text, html } of mails) {
      expect(seen.has(text)).toBe(false);
      seen.add(text);
      expect(subject).not.toMatch(/[\r\n]/);
      expect(html).not.toContain("<script");
      expect(text).not.toMatch(/\u202e|\nBcc/);
      expect(text).toContain(studioUrl);
      expect(text).not.toContain("undefined");
    }
  }
});
