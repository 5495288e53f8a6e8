import { endpointsOfAccount } from "./events.ts";
import type { Dispatch, Target } from "./ledger.ts";
import type { World } from "./world.ts";

/** An address that receives events. */
export interface Place {
  id: string;
  url: string;
  secrets: string[];
  wants(type: string): boolean;
}

export type EndpointsOf = (account: string) => Promise<{ url: string; secret: string }[]>;

/** The endpoints for the events of an account: those of the options, then those registered over the API. */
export async function placesOf(world: World, endpointsOf: EndpointsOf | undefined, account: string): Promise<Place[]> {
  const placesByUrl = new Map<string, Place>();
  for (const { url, secret } of (await endpointsOf?.(account)) ?? []) {
    // One address with two secrets: a secret is being replaced, and one delivery is signed with both.
    const place = placesByUrl.get(url) ?? { id: "given", url, secrets: [], wants: () => true };
    place.secrets.push(secret);
    placesByUrl.set(url, place);
  }
  const registered = endpointsOfAccount(world, account).map(({ id, url, secret, enabledEvents }): Place => {
    return { id, url, secrets: [secret], wants: (type) => enabledEvents.includes("*") || enabledEvents.includes(type) };
  });
  return [...placesByUrl.values(), ...registered];
}

/** The new address of an endpoint that has moved, as a server on any free port does with each start. */
export function movedTo(places: Place[], { targets }: Dispatch, target: Target): Place | undefined {
  const isKnown = ({ id, url }: Place) => targets?.some((one) => one.endpoint === id && one.url === url);
  const place = places.find((one) => one.id === target.endpoint && !isKnown(one));
  if (place) target.url = place.url;
  return place;
}
