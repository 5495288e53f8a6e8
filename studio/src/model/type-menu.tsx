import { Copy, Ellipsis, Trash2 } from "lucide-react";
import { useState } from "react";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Menu } from "../parts/menu.tsx";
import type { StoredType } from "./definition.ts";
import { DeleteType } from "./delete-type.tsx";
import { NewType } from "./new-type.tsx";
import type { TypeName } from "./type-client.ts";

/** The actions on a whole type. */
export function TypeMenu({
  family,
  type,
  storedType,
  onGone,
}: TypeName & { storedType: StoredType; /** On a page of the type. */ onGone?: () => void }) {
  const [open, setOpen] = useState<"copy" | "delete">();
  const { model, app } = texts;
  const label = model.actionsFor(storedType.title);
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu
        isOfPlace={onGone !== undefined}
        label={label}
        trigger={
          <Button variant="quiet" label={label}>
            <Ellipsis className="icon" aria-hidden />
          </Button>
        }
        groups={[
          [{ id: "copy", label: model.duplicate, icon: <Copy className="icon" aria-hidden />, onAction: () => setOpen("copy") }],
          [
            {
              id: "delete",
              label: app.remove,
              icon: <Trash2 className="icon" aria-hidden />,
              isDanger: true,
              onAction: () => setOpen("delete"),
            },
          ],
        ]}
      />
      <NewType family={family} from={storedType} isOpen={open === "copy"} onClose={close} />
      {open === "delete" && <DeleteType family={family} type={type} storedType={storedType} onClose={close} onGone={onGone} />}
    </>
  );
}
