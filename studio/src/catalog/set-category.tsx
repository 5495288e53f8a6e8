import { useState } from "react";
import { Form } from "react-aria-components";
import { shopTexts } from "../app/shop-texts.ts";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { pathsOf, type Category } from "./category-order.ts";

interface SetCategoryProps {
  categories: readonly Category[];
  count: number;
  onClose(): void;
  /** Null: out of their categories. */
  onChoose(categoryId: string | null): void;
}

const none = "none";

/** Puts several products into one category. */
export function SetCategory({ categories, count, onClose, onChoose }: SetCategoryProps) {
  const { products } = shopTexts;
  const [chosen, setChosen] = useState<string>();
  const choose = () => {
    if (chosen !== undefined) onChoose(chosen === none ? null : chosen);
  };
  return (
    <Dialog
      isOpen
      title={products.setCategory}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{texts.app.cancel}</Button>
          <Button variant="primary" isDisabled={chosen === undefined} onPress={choose}>
            {products.setCategory}
          </Button>
        </>
      }
    >
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          choose();
        }}
      >
        <Choice
          label={products.category}
          hint={texts.list.selected(count)}
          options={[{ id: none, label: products.noCategory }, ...pathsOf(categories)]}
          value={chosen ?? null}
          onChange={setChosen}
        />
      </Form>
    </Dialog>
  );
}
