import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { clientsBehind } from "./client-address.ts";

describe("the client's address", () => {
  const request = (remoteAddress: string, forwarded?: string) =>
    ({
      socket: { remoteAddress },
      headers: forwarded ? { "x-forwarded-for": forwarded } : {},
      connection: { remoteAddress },
    }) as unknown as IncomingMessage;

  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("%s counts as %s", (address, counted) => {
    expect(clientsBehind([]).ofRequest(request(address))).toBe(counted);
  });

  test("is the socket's when no proxy is trusted, and otherwise the last untrusted one", () => {
    expect(clientsBehind([]).ofRequest(request("10.0.0.1", "1.2.3.4"))).toBe("10.0.0.1");
    const behindProxies = clientsBehind(["10.0.0.0/8"]).ofRequest;
    expect(behindProxies(request("10.0.0.1", "1.2.3.4"))).toBe("1.2.3.4");
    expect(behindProxies(request("10.0.0.1", "9.9.9.9, 1.2.3.4, 10.5.5.5"))).toBe("1.2.3.4");
    expect(behindProxies(request("8.8.8.8", "1.2.3.4"))).toBe("8.8.8.8");
  });
});
