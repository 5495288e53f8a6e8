import { ChevronRight, GripVertical, Plus } from "lucide-react";
import { memo, useMemo } from "react";
import {
  Button as AriaButton,
  Collection,
  ListLayout,
  Tree,
  TreeItem,
  TreeItemContent,
  useDragAndDrop,
  Virtualizer,
  type Key,
} from "react-aria-components";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useNarrow } from "../app/use-narrow.ts";
import type { Block } from "../draft/block.ts";
import { canPlace } from "../draft/places.ts";
import { find, move } from "../draft/tree.ts";
import { CommentButton } from "../comments/comment-button.tsx";
import { Button } from "../parts/button.tsx";
import { BlockMenu } from "./block-menu.tsx";
import styles from "./outline.module.css";
import { useOpenDocument } from "./open-document.tsx";
import { nodesOf, placeOfTarget, type OutlineNode } from "./outline-nodes.ts";
import { summaryOf, useBlockTypes, type BlockTypes } from "./page-types.ts";
import { selectBlock, useSelection } from "./selection.ts";
import { narrowEditor } from "./use-panels.ts";

interface OutlineProps {
  blocks: readonly Block[];
  /** Opens the choice of a block for a place. */
  onAdd(parent: string | null, slot: string): void;
}

/** The tree of the page: its blocks, and those in their slots. They are selected, and moved by dragging or with the keyboard. */
export function Outline({ blocks, onAdd }: OutlineProps) {
  const { may } = useSite();
  const { store } = useOpenDocument();
  const types = useBlockTypes();
  const selected = useSelection((selection) => selection.block);
  const nodes = useMemo(() => nodesOf(types, blocks), [types, blocks]);
  const canWrite = may("content:write");
  const isNarrow = useNarrow(narrowEditor);
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: !canWrite,
    getItems: (keys) => [...keys].map((key) => ({ "vitrine/block": String(key), "text/plain": String(key) })),
    getDropOperation: (target) => {
      if (target.type !== "item") return "cancel";
      return placeOfTarget(blocks, target) ? "move" : "cancel";
    },
    onMove({ keys, target }) {
      const place = placeOfTarget(blocks, target);
      const ids = [...keys].map(String);
      if (!place || !ids.every((id) => isAllowed(types, blocks, id, place))) return;
      store.getState().change((draft) => ({ ...draft, composition: move(draft.composition ?? [], ids, place) }));
    },
  });
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: 40 }}>
      <Tree
        aria-label={texts.editor.outline}
        className={styles.tree ?? ""}
        items={nodes}
        selectionMode="single"
        // Where a choice replaces the outline by the fields, the arrow keys only move the focus.
        selectionBehavior={isNarrow ? "toggle" : "replace"}
        selectedKeys={selected === null ? [] : [selected]}
        onSelectionChange={(keys) => {
          // No key: the chosen one was pressed again.
          const key = keys === "all" ? null : ([...keys][0] ?? selected);
          if (key !== null && !String(key).includes("/")) selectBlock(String(key));
        }}
        defaultExpandedKeys={expandedKeys(nodes)}
        dragAndDropHooks={dragAndDropHooks}
        renderEmptyState={() => <p className={styles.empty}>{texts.editor.emptyPage}</p>}
      >
        {(node) => renderNode(node, { types, canWrite, onAdd })}
      </Tree>
    </Virtualizer>
  );
}

function isAllowed(types: BlockTypes, blocks: readonly Block[], id: string, place: Parameters<typeof canPlace>[3]): boolean {
  const match = find(blocks, id);
  return match !== undefined && canPlace(types, blocks, match.block, place);
}

function expandedKeys(nodes: readonly OutlineNode[]): Key[] {
  return nodes.flatMap((node) => (node.children.length > 0 || node.kind === "slot" ? [node.id, ...expandedKeys(node.children)] : []));
}

interface RowContext {
  types: BlockTypes;
  canWrite: boolean;
  onAdd(parent: string | null, slot: string): void;
}

function renderNode(node: OutlineNode, context: RowContext) {
  const { types } = context;
  const title = node.kind === "slot" ? node.title : (types.get(node.block.type)?.title ?? node.block.type);
  return (
    <TreeItem id={node.id} textValue={title} className={styles.item ?? ""}>
      <TreeItemContent>
        {({ hasChildItems }) =>
          node.kind === "slot" ? (
            <SlotRow node={node} {...context} />
          ) : (
            <BlockRow block={node.block} title={title} hasChildren={hasChildItems} canWrite={context.canWrite} />
          )
        }
      </TreeItemContent>
      <Collection items={node.children}>{(child: OutlineNode) => renderNode(child, context)}</Collection>
    </TreeItem>
  );
}

const BlockRow = memo(function BlockRow({
  block,
  title,
  hasChildren,
  canWrite,
}: {
  block: Block;
  title: string;
  hasChildren: boolean;
  canWrite: boolean;
}) {
  return (
    <div className={styles.row}>
      {canWrite && (
        <AriaButton slot="drag" className={styles.grip ?? ""} aria-label={title}>
          <GripVertical className="icon" aria-hidden />
        </AriaButton>
      )}
      {hasChildren && (
        <AriaButton slot="chevron" className={styles.chevron ?? ""}>
          <ChevronRight className="icon" aria-hidden />
        </AriaButton>
      )}
      <span className={styles.words}>
        <span className={styles.type}>{title}</span>
        <span className={styles.summary}>{summaryOf(block)}</span>
      </span>
      <CommentButton block={block.id} path={null} label={title} className={styles.more} />
      {canWrite && <BlockMenu id={block.id} title={title} />}
    </div>
  );
});

function SlotRow({ node, canWrite, onAdd }: { node: Extract<OutlineNode, { kind: "slot" }> } & RowContext) {
  return (
    <div className={styles.row}>
      <AriaButton slot="chevron" className={styles.chevron ?? ""}>
        <ChevronRight className="icon" aria-hidden />
      </AriaButton>
      <span className={styles.slot}>{node.title}</span>
      {canWrite && (
        <Button
          variant="quiet"
          label={texts.editor.addInto(node.title)}
          className={styles.add ?? ""}
          onPress={() => onAdd(node.parent, node.slot)}
        >
          <Plus className="icon" aria-hidden />
        </Button>
      )}
    </div>
  );
}
