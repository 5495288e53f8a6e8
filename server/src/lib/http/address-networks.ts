import { BlockList, isIP, isIPv4 } from "node:net";

/** Whether a server of ours may connect to an address that somebody else chose: `allowed` if it is opened by a setting. */
export type AddressStanding = "public" | "allowed" | "forbidden";

// https://www.iana.org/assignments/iana-ipv4-special-registry
const specialV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];
/** All of IPv6 that is routed in the internet. Loopback, IPv4 in IPv6, NAT64, unique local, link-local and multicast lie outside. */
const globalV6 = "2000::/3";
// https://www.iana.org/assignments/iana-ipv6-special-registry: Teredo and others, documentation, 6to4, which leads to IPv4.
const specialV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

export const loopbackNetworks = ["127.0.0.0/8", "::1/128"];

/** The addresses that a server connects to for its sites: those of the internet, and those that a setting opens. */
export class AddressNetworks {
  readonly #opened: BlockList;
  readonly #special = blockList([...specialV4, ...specialV6]);
  readonly #global = blockList([globalV6]);
  /** Whether a setting opens anything. */
  readonly opensAny: boolean;

  /** Networks such as `10.0.0.0/8`, or single addresses. Throws if one is neither. */
  constructor(opened: readonly string[] = []) {
    this.#opened = blockList(opened);
    this.opensAny = opened.length > 0;
  }

  /** The standing of an address in its usual form, without brackets. */
  standingOf(address: string): AddressStanding {
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    // With a zone it leads to a link of this machine.
    if (isIP(address) === 0 || address.includes("%")) return "forbidden";
    if (this.#opened.check(address, family)) return "allowed";
    if (family === "ipv6" && !this.#global.check(address, family)) return "forbidden";
    return this.#special.check(address, family) ? "forbidden" : "public";
  }
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix, ...rest] = network.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    const bits = family === "ipv4" ? 32 : 128;
    const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : NaN;
    if (isIP(address) === 0 || rest.length > 0 || !(length <= bits)) throw new Error(`${network} is not a network.`);
    list.addSubnet(address, length, family);
  }
  return list;
}
