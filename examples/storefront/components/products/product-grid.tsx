import type { Product } from "@vitrine/client";
import type { HeadingLevel } from "@/components/heading";
import { ProductCard } from "@/components/products/product-card";

interface ProductGridProps {
  products: readonly Product[];
  level: HeadingLevel;
  /** How many pictures are in sight at once, and are loaded before all else. */
  picturesInSight?: number;
}

export function ProductGrid({ products, level, picturesInSight = 0 }: ProductGridProps) {
  return (
    <ul className="product-grid">
      {products.map((product, index) => (
        <ProductCard key={product.id} product={product} level={level} isFirst={index < picturesInSight} />
      ))}
    </ul>
  );
}
