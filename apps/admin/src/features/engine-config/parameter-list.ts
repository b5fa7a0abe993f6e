/** A parameter of the engine is a number or a switch. */
export type ParameterValue = number | boolean;

/** A parameter as the schema endpoint describes it. */
export interface Parameter {
  /** Dotted: `memoryModel.w[2]`. */
  readonly path: string;
  readonly group: string;
  readonly kind: "boolean" | "integer" | "number";
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly standard: ParameterValue;
  /** One English sentence, like all texts of the engine. */
  readonly meaning: string;
  /** Undefined for values without a unit. */
  readonly unit: string | undefined;
  /** Whether the advisor may change it unless an administrator forbids that. */
  readonly isAdvised: boolean;
  /** Belongs to a feature that is off by default; the advisor never receives it. */
  readonly isOptIn: boolean;
}

type Node = Readonly<Record<string, unknown>>;

/** All parameters in the order of the schema. */
export function parametersOf(schema: Node): Parameter[] {
  if (typeof schema["x-path"] === "string") return [parameterOf(schema)];
  const { properties = {}, prefixItems = [] } = schema as {
    readonly properties?: Readonly<Record<string, Node>>;
    readonly prefixItems?: readonly Node[];
  };
  return [...Object.values(properties), ...prefixItems].flatMap(parametersOf);
}

function parameterOf(leaf: Node): Parameter {
  const unit = leaf["x-unit"] as string;
  return {
    path: leaf["x-path"] as string,
    group: leaf["x-group"] as string,
    kind: leaf["type"] as Parameter["kind"],
    minimum: leaf["minimum"] as number | undefined,
    maximum: leaf["maximum"] as number | undefined,
    standard: leaf["default"] as ParameterValue,
    meaning: leaf["description"] as string,
    unit: unit === "none" ? undefined : unit,
    isAdvised: leaf["x-tier"] === "A",
    isOptIn: leaf["x-optIn"] === true,
  };
}

const keysOf = (path: string): string[] => path.split(/[.[\]]+/).filter((key) => key !== "");

/** The value at a path of a configuration; undefined if there is none. */
export function valueAt(config: unknown, path: string): ParameterValue | undefined {
  let at = config;
  for (const key of keysOf(path)) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Node)[key];
  }
  return typeof at === "number" || typeof at === "boolean" ? at : undefined;
}

/** A copy of a configuration with different values at some paths. */
export function withValues<C extends object>(
  config: C,
  values: Readonly<Record<string, ParameterValue>>,
): C {
  const copy = structuredClone(config);
  for (const [path, value] of Object.entries(values)) {
    const keys = keysOf(path);
    const last = keys.pop();
    const holder = keys.reduce((at, key) => at[key] as Holder, copy as Holder);
    if (last !== undefined) holder[last] = value;
  }
  return copy;
}

interface Holder {
  [key: string]: unknown;
}

/** The last part of a path in words: `Base desired retention`, `W 3`. */
export function nameOf(path: string): string {
  const [, ...keys] = keysOf(path);
  const words = keys
    .map((key) => (/^\d+$/.test(key) ? String(Number(key) + 1) : key))
    .join(" ")
    .replace(/([a-z\d])([A-Z])/g, (_, one: string, next: string) => `${one} ${next.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Parameters of a group (all if it is "") that contain every word of the search.
 * @param inWords  the meaning in the reader's language, if that is not English
 */
export function searched(
  parameters: readonly Parameter[],
  { group, text }: { readonly group: string; readonly text: string },
  inWords: (parameter: Parameter) => string = ({ meaning }) => meaning,
): Parameter[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return parameters.filter((parameter) => {
    const { path, group: own, meaning, unit } = parameter;
    const names = `${path} ${nameOf(path)} ${unit ?? ""}`;
    const said = `${names} ${meaning} ${inWords(parameter)}`.toLowerCase();
    return (group === "" || own === group) && words.every((word) => said.includes(word));
  });
}
