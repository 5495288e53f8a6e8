import type { IncomingMessage } from "node:http";
import { isIPv4, isIPv6, type Socket } from "node:net";
import proxyAddr from "@fastify/proxy-addr";
import { sha256 } from "../secrets/secret.ts";

/** Names clients, for limits: an IPv4 address, or the /64 network of an IPv6 one. */
export interface Clients {
  /** The socket's peer, whatever headers say; behind trusted proxies, the right-most address of X-Forwarded-For that is not one of them. */
  ofRequest(request: IncomingMessage): string;
  /** The peer at an address; undefined for a trusted proxy, whose connections carry many clients. */
  ofConnection(address: string): string | undefined;
}

/** Throws when a proxy is not an address, a network or the name of a network. */
export function clientsBehind(trustedProxies: readonly string[]): Clients {
  if (trustedProxies.length === 0) return { ofRequest: peerNetwork, ofConnection: network };
  const trust = proxyAddr.compile([...trustedProxies]);
  return {
    ofRequest: (request) => network(proxyAddr(request, trust)),
    ofConnection: (address) => (trust(address, 0) ? undefined : network(address)),
  };
}

/**
 * The part of a client's address that may be kept: the /24 of an IPv4 address, the /48 of an IPv6 network, as `Clients`
 * names them: enough to see a region, too little to see a person. Empty for a text that is not an address.
 */
export function truncatedClient(client: string): string {
  if (isIPv4(client)) return `${client.split(".").slice(0, 3).join(".")}.0/24`;
  const groups = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/64$/.exec(client)?.[1];
  return groups === undefined ? "" : `${groups}::/48`;
}

const peers = new WeakMap<Socket, string>();

/** The peer of a connection stays the same for all its requests. */
function peerNetwork({ socket }: IncomingMessage): string {
  let peer = peers.get(socket);
  if (peer === undefined) {
    peer = network(socket.remoteAddress ?? "");
    peers.set(socket, peer);
  }
  return peer;
}

/** A client owns a whole /64 of IPv6 addresses and could use each of them once (RFC 6177). */
function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  // Some proxies write the client's port too, which changes with every connection.
  const withoutPort = /^(\d+\.\d+\.\d+\.\d+):\d+$|^\[([^\]]+)\](?::\d+)?$/.exec(address);
  if (withoutPort) return network(withoutPort[1] ?? withoutPort[2] ?? "");
  if (!isIPv6(address)) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = tail === undefined ? left : [...left, ...zeros, ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

/** A client's address as it may be stored: enough to count by, and not readable. */
export function clientDigest(client: string): string {
  return Buffer.from(sha256(`client ${client}`)).toString("base64url");
}
