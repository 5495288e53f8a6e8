import type { Release } from "@vitrine/client/admin";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Card, Rows } from "../parts/page.tsx";
import { AddItems } from "./add-items.tsx";
import { ReleaseItemRow } from "./release-item-row.tsx";
import { rightsOn } from "./release-rights.ts";

/** The pages and entries of a release, with what becomes of each. */
export function ReleaseItems({ release }: { release: Release }) {
  const site = useSite();
  const [isAdding, setAdding] = useState(false);
  const { releases } = texts;
  const { canEdit } = rightsOn(site, release);
  const { items } = release;
  return (
    <Card
      title={releases.items}
      aside={
        canEdit && (
          <Button onPress={() => setAdding(true)}>
            <Plus className="icon" aria-hidden />
            {releases.add}
          </Button>
        )
      }
    >
      {items.length === 0 ? (
        <p className="soft">{releases.noItems}</p>
      ) : (
        <Rows>
          {items.map((item) => (
            <ReleaseItemRow key={item.translation} release={release} item={item} />
          ))}
        </Rows>
      )}
      {isAdding && <AddItems release={release} onClose={() => setAdding(false)} />}
    </Card>
  );
}
