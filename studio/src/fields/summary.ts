import { isJsonObject } from "../draft/json.ts";

const longest = 80;

/** The first words of a value: what people know it by in a list. */
export function summaryOf(value: unknown): string {
  const text = firstText(value, 0) ?? "";
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > longest ? `${line.slice(0, longest).trimEnd()} …` : line;
}

function firstText(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  if (typeof value === "number") return String(value);
  if (depth > 2) return undefined;
  const members: readonly unknown[] = Array.isArray(value) ? value.slice(0, 3) : isJsonObject(value) ? Object.values(value) : [];
  const texts = members.filter((member) => typeof member === "string");
  return [...texts, ...members].map((member) => firstText(member, depth + 1)).find((text) => text !== undefined);
}
