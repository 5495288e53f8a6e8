import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { answering } from "./hostile-server.ts";
import { endlessly, honest, http, json, says, type Mode } from "./processor-answers.ts";

/** Where redirects lead to: the canary, and the processor itself. */
interface Ports {
  canary: number;
  processor: number;
}
/** The targets of redirects: the canary, cycles, and addresses that are not web servers. */
const locations = ({ canary, processor }: Ports) => [
  ...[`http://127.0.0.1:${canary}/v1/taken`, `//127.0.0.1:${canary}/v1/taken`, `http://localhost:${canary}/`],
  ...[`http://pay@127.0.0.1:${canary}/`, `http://2130706433:${canary}/`, `http://[::ffff:127.0.0.1]:${canary}/`],
  ...["/v1/checkout/sessions", "", "?again", "/again", `http://127.0.0.1:${processor}/v1/again`],
  ...["file:///etc/passwd", "gopher://127.0.0.1/", "data:application/json,{}", "unix:/run/x.sock", "javascript:0", "\t//x\x00"],
];
export const redirects = (ports: Ports): Record<string, Mode> =>
  Object.fromEntries(
    ["300 Choose", "301 Moved", "302 Found", "303 Other", "305 Proxy", "307 Temporary", "308 Permanent"].flatMap((status) =>
      locations(ports).map((location) => [
        `${status} to ${JSON.stringify(location)}`,
        (socket, request) => {
          // With a valid response, and with other ways to redirect.
          const body = JSON.stringify(honest(request));
          socket.write(http(status, { Location: location, Refresh: `0; url=${location}`, Link: `<${location}>; rel=next`, ...json }, body));
        },
      ]),
    ),
  );

const large = "x".repeat(64 * 1024);
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
const drip = (start: string) => (socket: Socket) => {
  socket.write(start);
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write("1")), 20);
  socket.on("close", () => clearInterval(timer));
};
/** Connections and responses that break HTTP. */
export const broken: Record<string, Mode> = {
  resets: (socket) => void socket.resetAndDestroy(),
  "drops after the request": (socket) => void socket.destroy(),
  "drops within the headers": (socket) => void socket.end("HTTP/1.1 200 OK\r\nContent-Le"),
  "drops within the body": (socket) => void socket.end(http("200 OK", { "Content-Length": 100_000 }, "{")),
  "drops within a chunk": (socket) => void socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n{"),
  "says nothing": () => undefined,
  "drips its headers": drip("HTTP/1.1 200 OK\r\nX: "),
  "drips its body": drip(http("200 OK", { "Content-Length": 1_000_000 })),
  "drips chunks": drip("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
  "sends a body without end": endlessly("HTTP/1.1 200 OK\r\n\r\n", large),
  "sends chunks without end": endlessly("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", `10000\r\n${large}\r\n`),
  "sends empty chunks": endlessly("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", `1\r\n \r\n`.repeat(5_000)),
  "sends one header without end": endlessly("HTTP/1.1 200 OK\r\nX: ", large),
  "sends headers without end": endlessly("HTTP/1.1 200 OK\r\n", "X-Y: z\r\n".repeat(5_000)),
  "sends trailers without end": endlessly(
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n",
    "X-Y: z\r\n".repeat(5_000),
  ),
  "continues without end": endlessly("", "HTTP/1.1 100 Continue\r\n\r\n".repeat(2_000)),
  "hints without end": endlessly("", `HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n`.repeat(1_000)),
  "is at work without end": endlessly("", "HTTP/1.1 102 Processing\r\n\r\n".repeat(2_000)),
  "speaks another protocol": says("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
  "answers with a bomb": answering(
    (socket) =>
      void socket.write(
        Buffer.concat([Buffer.from(http("200 OK", { ...json, "Content-Encoding": "gzip", "Content-Length": bomb.length })), bomb]),
      ),
  ),
  "has two lengths": says(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 200\r\n\r\n{}`),
  "has a length and chunks": says(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
  "has a length beyond numbers": says(http("200 OK", { "Content-Length": "9".repeat(40) }, "{}")),
  "has a negative length": says(http("200 OK", { "Content-Length": -1 }, "{}")),
  "has no status": says("HTTP/1.1 OK\r\n\r\n{}"),
  "has an impossible status": says(http("999 Beyond", json, "{}")),
  "has no content": says("HTTP/1.1 204 No Content\r\n\r\n"),
  "speaks HTTP of tomorrow": says("HTTP/3.0 200 OK\r\n\r\n{}"),
  "speaks SMTP": says("220 mail.example ESMTP\r\n"),
  "sends noise": (socket) => void socket.end(Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 131) % 256))),
  "wants a login": says(http("401 Unauthorized", { "WWW-Authenticate": 'Basic realm="x"' }, "{}")),
  "wants a login of a proxy": says(http("407 Proxy", { "Proxy-Authenticate": 'Basic realm="x"' }, "{}")),
  "wants to be asked again": says(
    http("503 Away", { "Retry-After": 0, "Stripe-Should-Retry": "true", ...json }, '{"error":{"type":"api_error"}}'),
  ),
  "wants to be asked in years": says(
    http("429 Many", { "Retry-After": 99_999_999, "Stripe-Should-Retry": "true", ...json }, '{"error":{}}'),
  ),
};

const failures = [
  "api_error",
  "card_error",
  "idempotency_error",
  "invalid_request_error",
  "rate_limit_error",
  "temporary_session_expired",
  "x\r\ny",
];
/** Error responses, and invalid responses. Their texts name the secret key of the account. */
export const errors = (account: string): Record<string, Mode> => ({
  ...Object.fromEntries(
    failures.flatMap((type) =>
      ["400 Bad", "402 Declined", "403 No", "404 None", "409 Other", "500 Broken"].map((status) => [
        `${status} ${type}`,
        says(http(status, json, JSON.stringify({ error: { type, code: large, message: `${account} ${large}`, param: { a: [large] } } }))),
      ]),
    ),
  ),
  ...Object.fromEntries(
    [
      ...["", "null", "[]", "0", '"x"', "{", "{}", "<html>", "[".repeat(200_000), `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
      ...['{"__proto__":{"object":"checkout.session"}}', '{"error":null}', '{"error":{"type":"card_error"}}', "\u0000", "1e999"],
    ].map((text) => [`says ${text.slice(0, 20)}`, says(http("200 OK", json, text))]),
  ),
});
