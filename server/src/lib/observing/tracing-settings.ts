/** The target and the choice of traces, by the environment variables of OpenTelemetry. */
export interface TracingSettings {
  /** Where batches of spans are posted to. */
  url: string;
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  serviceName: string;
  resourceAttributes: Readonly<Record<string, string>>;
  sampler: { decides: "always_on" | "always_off" | "traceidratio"; isParentBased: boolean; ratio: number };
  /** How long spans are batched, and how many at most. */
  batch: { delayMs: number; maxSpans: number };
}

type Setting = <T>(name: string, fallback: T, read: (text: string) => T | undefined, expected: string) => T;

const samplers = ["always_on", "always_off", "traceidratio"] as const;
const longestTimeoutMs = 60_000;

/** Undefined: no traces. Each name is from https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/. */
export function readTracingSettings(setting: Setting): TracingSettings | undefined {
  const isDisabled = setting("OTEL_SDK_DISABLED", false, boolean, "true or false");
  const exporter = setting("OTEL_TRACES_EXPORTER", "otlp", oneOf("otlp", "none"), "otlp or none");
  // A setting for traces overrides the one for all signals.
  const either = <T>(name: string, fallback: T, read: (text: string) => T | undefined, expected: string): T =>
    setting(`OTEL_EXPORTER_OTLP_TRACES_${name}`, setting(`OTEL_EXPORTER_OTLP_${name}`, fallback, read, expected), read, expected);
  const address = "an http(s) URL such as http://127.0.0.1:4318, without user, query and fragment";
  const base = setting<string | undefined>("OTEL_EXPORTER_OTLP_ENDPOINT", undefined, collectorUrl, address);
  const tracesUrl = setting<string | undefined>("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", undefined, collectorUrl, address);
  either("PROTOCOL", "http/json", oneOf("http/json"), "http/json, the only supported one");
  either("COMPRESSION", "none", oneOf("none", "gzip"), "none or gzip");
  const headers = either("HEADERS", {}, pairs, "pairs such as name=value,name=value, with values percent-encoded");
  const timeoutMs = either("TIMEOUT", 10_000, milliseconds(longestTimeoutMs), `a number of milliseconds up to ${longestTimeoutMs}`);
  const attributes = setting("OTEL_RESOURCE_ATTRIBUTES", {}, pairs, "pairs such as name=value,name=value, with values percent-encoded");
  const serviceName = setting("OTEL_SERVICE_NAME", attributes["service.name"] ?? "vitrine", (text) => text, "a text");
  const sampler = setting(
    "OTEL_TRACES_SAMPLER",
    { decides: "always_on" as const, isParentBased: true },
    readSampler,
    samplers.flatMap((name) => [name, `parentbased_${name}`]).join(", "),
  );
  const ratio = setting("OTEL_TRACES_SAMPLER_ARG", 1, share, "a number from 0 to 1");
  const batch = {
    delayMs: setting(
      "OTEL_BSP_SCHEDULE_DELAY",
      5_000,
      milliseconds(longestTimeoutMs),
      `a number of milliseconds up to ${longestTimeoutMs}`,
    ),
    maxSpans: setting("OTEL_BSP_MAX_QUEUE_SIZE", 2_048, milliseconds(100_000), "a whole number from 1 to 100000"),
  };
  const url = tracesUrl ?? (base === undefined ? undefined : `${base.replace(/\/+$/, "")}/v1/traces`);
  if (url === undefined || isDisabled || exporter === "none") return undefined;
  return { url, headers, timeoutMs, serviceName, resourceAttributes: attributes, sampler: { ...sampler, ratio }, batch };
}

function boolean(text: string): boolean | undefined {
  const lower = text.toLowerCase();
  return lower === "true" ? true : lower === "false" ? false : undefined;
}

function oneOf<T extends string>(...values: readonly T[]): (text: string) => T | undefined {
  return (text) => values.find((value) => value === text);
}

function collectorUrl(text: string): string | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { username, password, search, hash, href } = new URL(text);
  return username || password || search || hash ? undefined : href;
}

function milliseconds(most: number): (text: string) => number | undefined {
  return (text) => (/^[1-9]\d{0,8}$/.test(text) && Number(text) <= most ? Number(text) : undefined);
}

function share(text: string): number | undefined {
  return /^(0|1)?(\.\d+)?$/.test(text) && Number(text) <= 1 ? Number(text) : undefined;
}

function readSampler(text: string): Omit<TracingSettings["sampler"], "ratio"> | undefined {
  const isParentBased = text.startsWith("parentbased_");
  const decides = samplers.find((name) => name === text.replace(/^parentbased_/, ""));
  return decides && { decides, isParentBased };
}

/** Names and values as in the header Baggage, without its properties. */
function pairs(text: string): Record<string, string> | undefined {
  const valuesByName: Record<string, string> = {};
  for (const pair of text.split(",").filter((part) => part.trim() !== "")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, Math.max(at, 0)).trim();
    try {
      const value = decodeURIComponent(pair.slice(at + 1).trim());
      if (!/^[\w.!#$%&'*+^`|~-]+$/.test(name) || /\p{Cc}/u.test(value)) return undefined;
      valuesByName[name] = value;
    } catch {
      return undefined;
    }
  }
  return valuesByName;
}
