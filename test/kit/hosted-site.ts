import { expect } from "vitest";
import { addMember, asAdmin, type TestAdmin } from "./admins.ts";
import type { Answer, TestServer, TestSite } from "./harness.ts";

/** Changes the members of a site as an owner would. */
export async function patchSite(server: TestServer, site: Pick<TestSite, "slug">, owner: TestAdmin, patch: object): Promise<Answer> {
  const api = asAdmin(server, owner);
  const { data } = (await api.get(`/sites/${site.slug}`)).json as { data: { revision: number } };
  const answer = await api.patch(`/sites/${site.slug}`, patch, { revision: data.revision });
  await server.directory.hosts.read();
  await server.directory.poll();
  return answer;
}

export interface HostedSite {
  site: TestSite;
  host: string;
  owner: TestAdmin;
  patch(members: object): Promise<Answer>;
  /** A request without credentials to the host. */
  ask(path: string, headers?: Readonly<Record<string, string>>, init?: RequestInit): Promise<Answer>;
}

let hosts = 0;
export const newHost = () => `api-${(hosts += 1)}.shop.example`;

/** Gives a site a host of its own. */
export async function hostSite(server: TestServer, site: TestSite, members: object = {}): Promise<HostedSite> {
  const owner = await addMember(server, site, "OWNER");
  const host = newHost();
  const patch = (changed: object) => patchSite(server, site, owner, changed);
  const answer = await patch({ apiHosts: [host], ...members });
  expect([answer.status, answer.text.slice(0, 500)]).toEqual([200, expect.anything()]);
  return {
    site,
    host,
    owner,
    patch,
    ask: (path, headers = {}, init = {}) => server.ask(path, { ...init, headers: { host, ...headers } }),
  };
}
