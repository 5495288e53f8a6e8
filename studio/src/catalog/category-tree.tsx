import type { EditedCategoryRow } from "@vitrine/client/admin";
import { ChevronRight, Ellipsis, FolderTree, GripVertical, Plus } from "lucide-react";
import { useState } from "react";
import { Button as AriaButton, Collection, Tree, TreeItem, TreeItemContent, useDragAndDrop } from "react-aria-components";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { plural, texts } from "../app/texts.ts";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import { Menu } from "../parts/menu.tsx";
import { Empty, Page } from "../parts/page.tsx";
import { To } from "../parts/to.tsx";
import { useCategories } from "./catalog-queries.ts";
import styles from "./categories.module.css";
import { branchesOf, type CategoryBranch } from "./category-order.ts";
import { placeOfDrop, placeOfStep } from "./category-place.ts";
import { DeleteCategory } from "./delete-category.tsx";
import { EditCategory } from "./edit-category.tsx";
import { useMoveCategory } from "./use-move-category.ts";

/** The dialog over the tree. */
type Open = { dialog: "edit" | "delete"; category: EditedCategoryRow } | { dialog: "new"; parentId: string | null };

/** The categories of the shop as a tree, which is arranged by dragging, with the keyboard, or by menu. */
export function CategoryTree() {
  const { may } = useSite();
  const { categories } = shopTexts;
  const all = useCategories();
  const [open, setOpen] = useState<Open>();
  const canWrite = may("catalog:write");
  const add = () => setOpen({ dialog: "new", parentId: null });
  const addButton = (
    <Button variant="primary" onPress={add}>
      <Plus className="icon" aria-hidden />
      {categories.add}
    </Button>
  );
  const isEmpty = all?.length === 0;
  return (
    <Page title={categories.title} text={categories.text} actions={canWrite && !isEmpty && addButton}>
      {isEmpty && <Empty icon={<FolderTree aria-hidden />} text={categories.empty} action={canWrite && addButton} />}
      {all && !isEmpty && <Branches all={all} onOpen={setOpen} />}
      {open?.dialog === "new" && <EditCategory parentId={open.parentId} onClose={() => setOpen(undefined)} />}
      {open?.dialog === "edit" && <EditCategory category={open.category} onClose={() => setOpen(undefined)} />}
      {open?.dialog === "delete" && <DeleteCategory category={open.category} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}

function Branches({ all, onOpen }: { all: readonly EditedCategoryRow[]; onOpen(open: Open): void }) {
  const { may } = useSite();
  const { categories } = shopTexts;
  const move = useMoveCategory(all);
  const canWrite = may("catalog:write");
  // A new category, and one that gets its first child, is expanded.
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const parents = [...new Set(all.flatMap(({ parentId }) => parentId ?? []))];
  const find = (key: unknown) => all.find(({ id }) => id === key);
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: !canWrite,
    getItems: (keys) => [...keys].map((key) => ({ "vitrine/category": String(key), "text/plain": find(key)?.title ?? "" })),
    getDropOperation: (target) => (target.type === "item" ? "move" : "cancel"),
    onMove({ keys, target }) {
      const category = find([...keys][0]);
      const place = category && placeOfDrop(all, category.id, target);
      if (place) void move(category, place);
    },
  });
  return (
    <Tree
      aria-label={categories.title}
      className={styles.tree ?? ""}
      items={branchesOf(all)}
      selectionMode="none"
      expandedKeys={all.map(({ id }) => id).filter((id) => !collapsed.has(id))}
      onExpandedChange={(keys) => setCollapsed(new Set(parents.filter((id) => !keys.has(id))))}
      dragAndDropHooks={dragAndDropHooks}
    >
      {(branch) => renderBranch(branch, { all, canWrite, onOpen })}
    </Tree>
  );
}

interface RowContext {
  all: readonly EditedCategoryRow[];
  canWrite: boolean;
  onOpen(open: Open): void;
}

function renderBranch({ category, children }: CategoryBranch<EditedCategoryRow>, context: RowContext) {
  return (
    <TreeItem id={category.id} textValue={category.title} className={styles.item ?? ""}>
      <TreeItemContent>{({ hasChildItems }) => <Row category={category} hasChildren={hasChildItems} {...context} />}</TreeItemContent>
      <Collection items={children}>{(child: CategoryBranch<EditedCategoryRow>) => renderBranch(child, context)}</Collection>
    </TreeItem>
  );
}

function Row({ category, hasChildren, all, canWrite, onOpen }: RowContext & { category: EditedCategoryRow; hasChildren: boolean }) {
  const { slug } = useSite();
  const { categories, products } = shopTexts;
  const move = useMoveCategory(all);
  const { id, title, status, productCount } = category;
  const steps = (["up", "down", "in", "out"] as const).map((step) => {
    const place = placeOfStep(all, id, step);
    return {
      id: step,
      label: categories.steps[step],
      isDisabled: place === undefined,
      onAction: () => place && void move(category, place),
    };
  });
  return (
    <div className={styles.row}>
      {canWrite && (
        <AriaButton slot="drag" className={styles.grip ?? ""} aria-label={categories.move(title)}>
          <GripVertical className="icon" aria-hidden />
        </AriaButton>
      )}
      <AriaButton slot="chevron" className={`${styles.chevron} ${hasChildren ? "" : styles.leaf}`}>
        <ChevronRight className="icon" aria-hidden />
      </AriaButton>
      <span className={styles.words}>
        <strong>{title}</strong> <span className="soft">/{category.slug}</span>
      </span>
      {status === "HIDDEN" && <Badge>{categories.hidden}</Badge>}
      <To path={`/sites/${slug}/products?category=${id}`} className={styles.count}>
        {plural(productCount, products.total)}
      </To>
      {canWrite && (
        <Menu
          label={categories.actions(title)}
          trigger={
            <Button variant="quiet" label={categories.actions(title)}>
              <Ellipsis className="icon" aria-hidden />
            </Button>
          }
          groups={[
            [
              { id: "edit", label: categories.edit, onAction: () => onOpen({ dialog: "edit", category }) },
              { id: "add", label: categories.addBelow, onAction: () => onOpen({ dialog: "new", parentId: id }) },
            ],
            steps,
            [{ id: "delete", label: texts.media.delete, isDanger: true, onAction: () => onOpen({ dialog: "delete", category }) }],
          ]}
        />
      )}
    </div>
  );
}
