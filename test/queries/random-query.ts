import { chance } from "../kit/chance.ts";
import { cms } from "../kit/harness.ts";
import { edgeDates, edgeInstants, edgeNumbers, edgeTexts } from "./edge-values.ts";
import { locales, words } from "./queried-site.ts";
import { isReference, type ModelCondition, type ModelField, type ModelQuery, type QueryModel, type Value } from "./query-model.ts";

const longestUrl = 7_500;
const equalities = ["eq", "ne", "in", "nin"];
const orders = ["lt", "lte", "gt", "gte"];
const fieldsOfItems = ["title", "n", "tags", "author", "slug", "people"];

/** Random queries that a site's types can answer, by a seed; their operands are mostly values that documents have. */
export class RandomQueries {
  readonly #model: QueryModel;
  readonly #next: () => number;

  constructor(model: QueryModel, seed: number) {
    this.#model = model;
    this.#next = chance(seed);
  }

  below(count: number): number {
    return Math.floor(this.#next() * count);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** One whose address the server accepts. */
  query(): ModelQuery {
    const query = this.#query();
    return urlOf(query).length < longestUrl ? query : this.query();
  }

  #query(): ModelQuery {
    const contentType = this.pick(["item", "item", "item", "item", "person", "note", "page"]);
    const locale = this.pick(locales);
    const fields = this.#model.fieldsOf(contentType);
    const ownFields = this.#model.site.fields[contentType] ?? [];
    const where = Array.from({ length: this.pick([0, 1, 1, 1, 2, 2, 3, 4, 12]) }, () => this.#condition(contentType, fields, locale));
    const grouped = this.below(3) === 0 ? where.map((each) => (this.below(3) > 0 ? { ...each, group: this.below(4) } : each)) : where;
    const sortable = fields.filter((field) => !isReference(field) && !field.isList).map(({ name }) => name);
    const facets = new Set(
      Array.from({ length: ownFields.length === 0 ? 0 : this.pick([0, 0, 1, 2, 5]) }, () => this.pick(ownFields).name),
    );
    // A facet of a field with a condition of its own is the one that differs.
    for (const { field } of where)
      if (ownFields.some(({ name }) => name === field) && facets.size < 5 && this.below(4) === 0) facets.add(field);
    const sort = [...new Set(Array.from({ length: this.pick([0, 1, 1, 2, 3]) }, () => this.pick(sortable)))];
    const hasFields = contentType === "item" && this.below(4) === 0;
    return {
      contentType,
      locale,
      where: grouped,
      facets: [...facets],
      sort: sort.map((field) => ({ field, isDescending: this.below(2) === 0 })),
      ...(hasFields ? { fields: fieldsOfItems.filter(() => this.below(2) === 0).concat("id") } : {}),
      ...(this.below(8) === 0 ? { q: this.pick(words) } : {}),
      page: this.pick([1, 1, 1, 2, 3, 50]),
      pageSize: this.pick([1, 2, 7, 20, 100]),
    };
  }

  #condition(contentType: string, fields: readonly ModelField[], locale: string): ModelCondition {
    const field = this.pick(fields);
    const documents = this.#model.site.documents.filter((document) => document.contentType === contentType);
    if (!isReference(field) || this.below(3) === 0) {
      const valuesOf = () => this.#model.values(this.pick(documents), field, locale);
      return { field: field.name, ...this.#test(field, valuesOf, field.kind === "product" || field.kind === "category") };
    }
    if (field.kind === "product" || field.kind === "category") {
      const catalogItems = field.kind === "product" ? this.#model.site.products : this.#model.site.categories;
      const name = this.pick(["id", "slug"]);
      const valuesOf = () => [name === "id" ? this.pick([...catalogItems.keys()]) : this.pick([...catalogItems.values()]).slug];
      return { field: `${field.name}.${name}`, ...this.#test({ name, kind: name === "id" ? "id" : "text" }, valuesOf, true) };
    }
    const types = field.kind === "page" ? ["page"] : (field.contentTypes ?? ["item", "person", "note"]);
    const possible = this.#model.fieldsOf(this.pick(types)).filter((each) => !isReference(each) && each.name !== "locale");
    const { name } = this.pick(possible);
    const targets = this.#model.targetFields(field, name);
    // A name of several kinds is not a field.
    if (new Set(targets.map((each) => each.field.kind)).size > 1) return this.#condition(contentType, fields, locale);
    const target = targets[0]?.field as ModelField;
    const isList = targets.some((each) => each.field.isList);
    const valuesOf = () => {
      const its = this.pick(targets);
      const candidates = this.#model.site.documents.filter((document) => document.contentType === its.contentType);
      return this.#model.values(this.pick(candidates), its.field, locale);
    };
    return { field: `${field.name}.${name}`, ...this.#test({ ...target, isList }, valuesOf, false) };
  }

  #test(field: ModelField, valuesOf: () => Value[], isCatalogItem: boolean): Pick<ModelCondition, "operator" | "value"> {
    const { kind } = field;
    const isId = isReference(field) || kind === "id";
    const text = kind === "text" ? ["prefix", "contains"] : [];
    const more = [...(isCatalogItem || isId || kind === "boolean" ? [] : [...orders, ...text]), ...(field.isList ? ["contains"] : [])];
    const operator = this.pick([...equalities, ...more, "exists"]);
    if (operator === "exists") return { operator, value: this.pick(["true", "false"]) };
    const operand = () => this.#operand(field, valuesOf());
    if (operator === "in" || operator === "nin") {
      const operands = Array.from({ length: this.pick([1, 2, 3, 50]) }, operand);
      return { operator, value: operands.map((each) => each.replace(/[,\\]/g, "\\$&")).join() };
    }
    const value = operand();
    if (operator !== "prefix" && operator !== "contains") return { operator, value };
    // The letters that stored values begin with are not part of them.
    if (operator === "contains" && !field.isList && this.below(6) === 0) return { operator, value: this.pick(["t", "n", "tz", "ta"]) };
    // A part of it, and now and then in other letters.
    const letters = Array.from(value);
    const start = operator === "prefix" ? 0 : this.below(letters.length);
    const part = field.isList && operator === "contains" ? value : letters.slice(start, start + 1 + this.below(letters.length)).join("");
    return { operator, value: this.below(4) === 0 && !field.isList ? firstCharacters(part.toUpperCase()) : part };
  }

  #operand({ kind, isWhole = false }: ModelField, all: readonly Value[]): string {
    const fits = (value: Value) => !isWhole || Number.isInteger(value);
    const values = all.filter(fits);
    const value = values.length > 0 && this.below(4) > 0 ? this.pick(values) : undefined;
    if (kind === "text") return firstCharacters(String(value ?? this.pick(edgeTexts)));
    if (kind === "number")
      return this.pick([String(value ?? this.pick(edgeNumbers.filter(fits))), "-0", "1E2"].slice(0, this.below(9) === 0 ? 3 : 1));
    if (kind === "boolean") return this.pick(["true", "false"]);
    if (kind === "date") return String(value ?? this.pick(edgeDates));
    if (kind !== "instant") return String(value ?? "00000000-0000-4000-8000-000000000000");
    if (value === undefined) return this.pick([...edgeInstants, ...edgeDates]);
    const iso = new Date(value as number).toISOString();
    return /^\d{4}-/.test(iso) ? iso : this.pick(edgeInstants);
  }
}

const firstCharacters = (text: string) => Array.from(text).slice(0, 200).join("");

/** The address of a query. */
export function urlOf({ contentType, locale, where, sort, facets, fields, q, page, pageSize }: ModelQuery): string {
  const parameters: [string, string][] = where.map(({ field, operator, value, group }) => [
    `where${group === undefined ? "" : `[any][${group}]`}[${field}][${operator}]`,
    value,
  ]);
  parameters.push(["locale", locale], ["page", String(page)], ["pageSize", String(pageSize)]);
  if (sort.length > 0) parameters.push(["sort", sort.map(({ field, isDescending }) => `${field}:${isDescending ? "desc" : "asc"}`).join()]);
  if (facets.length > 0) parameters.push(["facets", facets.join()]);
  if (fields) parameters.push(["fields", fields.join()]);
  if (q !== undefined) parameters.push(["q", q]);
  const path = contentType === "page" ? "pages" : `content/${contentType}`;
  return `${cms}/${path}?${parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
}
