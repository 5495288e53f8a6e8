import { expect, test } from "vitest";
import { canonicalWebhookUrl } from "../../features/server/webhooks/webhook-url.ts";
import { AddressNetworks, loopbackNetworks } from "./address-networks.ts";

/** Spellings of addresses that no webhook may have, in the place of a host. */
const forbidden = [
  ...["127.0.0.1", "127.1", "127.0.1", "127.255.255.254", "2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1", "017700000001", "0x7f.1"],
  ...["0.0.0.0", "0", "0x0", "0.1.2.3", "00.0.0.0", "127.0.0.1.", "１２７.0.0.1", "127。0。0。1", "①②⑦.0.0.1"],
  ...["10.0.0.1", "10.1", "0xa000001", "167772161", "012.0.0.1", "10.255.255.255"],
  ...["172.16.0.1", "172.31.255.255", "0xac100001", "192.168.1.1", "192.168.257", "3232235777", "0xc0.0xa8.1.1", "0300.0250.1.1"],
  ...["169.254.169.254", "169.254.43518", "0xa9fea9fe", "2852039166", "0251.0376.0251.0376"],
  ...["100.64.0.1", "100.127.255.255", "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9"],
  ...["192.88.99.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "4294967295"],
  ...["[::1]", "[0:0:0:0:0:0:0:1]", "[::]", "[0000:0000:0000:0000:0000:0000:0000:0001]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"],
  ...["[0:0:0:0:0:ffff:10.0.0.1]", "[::127.0.0.1]", "[::7f00:1]", "[::ffff:0:127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::a00:1]"],
  ...["[fe80::1]", "[febf::1]", "[fec0::1]", "[fc00::1]", "[fd12:3456:789a::1]", "[ff02::1]", "[ff05::2]", "[2001:db8::1]", "[3fff::1]"],
  ...["[2002:7f00:1::]", "[2002:a00:1::1]", "[2001::1]", "[2001:0:7f00:1::]", "[100::1]", "[5f00::1]", "[::a00:1]"],
];

test("no spelling of an address outside the internet can be a webhook", () => {
  expect(forbidden.length).toBeGreaterThanOrEqual(60);
  const networks = new AddressNetworks();
  for (const host of forbidden) {
    for (const url of [`https://${host}/hook`, `https://${host}:8443/`]) {
      expect(() => canonicalWebhookUrl(url, networks), url).toThrow("validation_failed");
    }
  }
});

test("addresses of the internet can, over https alone", () => {
  const networks = new AddressNetworks();
  for (const host of ["93.184.215.14", "1.1.1.1", "172.32.0.1", "[2606:4700:4700::1111]", "[2a00:1450:4001:82a::200e]", "hooks.example"]) {
    expect(canonicalWebhookUrl(`https://${host}/hook`, networks)).toBe(`https://${host}/hook`);
    expect(() => canonicalWebhookUrl(`http://${host}/hook`, networks)).toThrow("validation_failed");
  }
  for (const url of [
    "https://u:p@hooks.example/",
    "https://hooks.example/#a",
    "ftp://hooks.example/",
    "hooks.example",
    "https:hooks.example",
    "https://hooks.example/\\a",
  ]) {
    expect(() => canonicalWebhookUrl(url, networks), url).toThrow("validation_failed");
  }
});

test("a setting alone decides which other networks are open, also over http", () => {
  const loopback = new AddressNetworks(loopbackNetworks);
  expect(["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"].map((address) => loopback.standingOf(address))).toEqual(
    Array.from({ length: 4 }, () => "allowed"),
  );
  expect(canonicalWebhookUrl("http://localhost:4000/hook", loopback)).toBe("http://localhost:4000/hook");
  expect(() => canonicalWebhookUrl("http://10.0.0.1/", loopback)).toThrow();
  const office = new AddressNetworks(["10.1.0.0/16", "fd00:1::/64"]);
  expect(["10.1.2.3", "10.2.0.1", "127.0.0.1", "fd00:1::5", "fd00:2::5", "1.1.1.1"].map((address) => office.standingOf(address))).toEqual([
    ...["allowed", "forbidden", "forbidden", "allowed", "forbidden", "public"],
  ]);
  expect(["fe80::1%eth0", "", "localhost", "1.2.3"].map((address) => office.standingOf(address))).toEqual(
    Array.from({ length: 4 }, () => "forbidden"),
  );
  for (const network of ["10.0.0.0/33", "10.0.0/8", "::/129", "x", "10.0.0.0/8/8", "10.0.0.0/"]) {
    expect(() => new AddressNetworks([network]), network).toThrow();
  }
});
