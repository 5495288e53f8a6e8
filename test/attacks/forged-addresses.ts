import { readFile } from "node:fs/promises";

/** The address of the canary in every spelling that some parser accepts, and other ways out of a process. */
export function spellings(port: number): string[] {
  const at = `:${port}`;
  const hosts = [
    "127.0.0.1",
    "localhost",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "127.1",
    "0",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "127.0.0.1.nip.io",
  ];
  return [
    ...hosts.map((host) => `http://${host}${at}/fetched`),
    ...[`https://127.0.0.1${at}/`, `//127.0.0.1${at}/`, `\\\\127.0.0.1${at}\\x`, `127.0.0.1${at}`, `localhost${at}`, `http:127.0.0.1${at}`],
    ...[`http://shop.example@127.0.0.1${at}/`, `http://127.0.0.1${at}#@shop.example/`, `http://shop.example\\@127.0.0.1${at}/`],
    ...[`http://①②⑦.⓪.⓪.①${at}/`, `http://127。0。0。1${at}/`, `HTTP://127.0.0.1${at}/%0d%0aX:%20y`],
    ...[`http://127.0.0.1${at}/ HTTP/1.1\r\nHost: x\r\n\r\nGET /second HTTP/1.1\r\nHost: x\r\n\r\n`],
    ...["file:///etc/passwd", "file://localhost/proc/self/environ", "/etc/passwd", "../../../../../../etc/passwd", "/proc/self/environ"],
    ...[
      `gopher://127.0.0.1${at}/_GET%20/`,
      `ftp://127.0.0.1${at}/x`,
      `dict://127.0.0.1${at}/`,
      `ldap://127.0.0.1${at}/`,
      `redis://127.0.0.1${at}/`,
    ],
    ...[
      `ws://127.0.0.1${at}/`,
      `postgres://127.0.0.1${at}/x`,
      `smtp://127.0.0.1${at}`,
      `jar:http://127.0.0.1${at}!/x`,
      `unix:/run/x.sock:/`,
    ],
    ...[
      "data:text/html,x",
      `view-source:http://127.0.0.1${at}`,
      `ana@[127.0.0.1]`,
      `ana@localhost${at}`,
      `ana@127.0.0.1`,
      `"|curl http://127.0.0.1${at}"@x.example`,
    ],
    ...[
      `\${jndi:ldap://127.0.0.1${at}/a}`,
      `{{fetch('http://127.0.0.1${at}')}}`,
      `$(curl http://127.0.0.1${at})`,
      `\`curl 127.0.0.1${at}\``,
    ],
    ...[
      `<!DOCTYPE x [<!ENTITY y SYSTEM "http://127.0.0.1${at}/">]><x>&y;</x>`,
      `<img src=http://127.0.0.1${at}/>`,
      `![x](http://127.0.0.1${at}/)`,
    ],
    ...[
      `@import url(http://127.0.0.1${at}/)`,
      `require('http').get('http://127.0.0.1${at}')`,
      `';copy x from program 'curl 127.0.0.1${at}';--`,
    ],
  ];
}

/** Finds the faults in responses: a failure of the server, the first line of a file, or the server's secret key. */
export async function startJudge(secretKey: string) {
  const secrets = [(await readFile("/etc/passwd", "utf8")).split("\n")[0] ?? "none", secretKey];
  const errors = new Set<string>();
  return {
    errors,
    judge(what: string, { status, text }: { status: number; text: string }): void {
      if (status >= 500 || status < 200) errors.add(`${what}: ${status} ${text.slice(0, 200)}`);
      for (const secret of secrets) if (text.includes(secret)) errors.add(`${what}: tells a secret`);
    },
  };
}
