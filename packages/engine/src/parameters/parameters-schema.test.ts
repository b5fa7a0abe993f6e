import { describe, expect, it } from "vitest";
import { isOptIn } from "./opt-in.ts";
import { parameterTable } from "./parameter-table.ts";
import { parametersSchema } from "./parameters-schema.ts";
import { defaultParameters, parameterAt } from "./parameters.ts";

type Node = Readonly<Record<string, unknown>>;

/** The schemas of single parameters at any depth. */
function leaves(node: Node): Node[] {
  if ("x-path" in node) return [node];
  const inner = { ...(node["properties"] as object), ...(node["prefixItems"] as object) };
  return Object.values(inner).flatMap((child) => leaves(child as Node));
}

describe("parametersSchema", () => {
  const found = leaves(parametersSchema());
  const at = (path: string) => found.find((leaf) => leaf["x-path"] === path);

  it("has every parameter once, with its default, bounds and meaning", () => {
    expect(found.map((leaf) => leaf["x-path"])).toEqual(parameterTable().map(({ path }) => path));
    for (const { path, bounds, kind, note, unit } of parameterTable()) {
      const limits = bounds === null ? {} : { minimum: bounds.min, maximum: bounds.max };
      const fixed = { type: kind, description: note, "x-unit": unit, "x-optIn": isOptIn(path) };
      const value = { default: parameterAt(defaultParameters(), path) };
      expect(at(path)).toMatchObject({ ...fixed, ...limits, ...value });
    }
  });

  it("names the section and the tier", () => {
    expect(at("memoryModel.w[8]")).toMatchObject({
      "x-group": "memoryModel",
      "x-tier": "A",
      "x-optIn": false,
    });
    expect(at("elo.kDynamicEnabled")).toMatchObject({ "x-tier": "human", "x-optIn": true });
    expect(found.filter((leaf) => leaf["x-tier"] === "A")).toHaveLength(11);
  });

  it("adds the caller's annotations to each parameter", () => {
    const noted = leaves(parametersSchema((path) => ({ "x-note": path.toUpperCase() })));
    expect(noted).toHaveLength(found.length);
    for (const leaf of noted) expect(leaf["x-note"]).toBe(String(leaf["x-path"]).toUpperCase());
  });

  it("requires every parameter and allows no others", () => {
    const schema = parametersSchema();
    expect(schema).toMatchObject({ type: "object", additionalProperties: false });
    expect(schema["required"]).toEqual(Object.keys(defaultParameters()));
    const { memoryModel } = schema["properties"] as Record<string, Node>;
    const parts = memoryModel?.["properties"] as Record<string, Node> | undefined;
    expect(parts?.["w"]).toMatchObject({ minItems: 21, maxItems: 21, items: false });
  });
});
