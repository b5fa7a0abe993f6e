import { describe, expect, it } from "vitest";
import { deviceIdsIn } from "./device-ids.ts";

describe("typed device ids", () => {
  it("are found with any separator, each once", () => {
    expect(deviceIdsIn(" a-1,b-2;\n\tc-3 a-1\n")).toEqual(["a-1", "b-2", "c-3"]);
    expect(deviceIdsIn(" \n")).toEqual([]);
  });
});
