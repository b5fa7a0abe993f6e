import * as contract from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { operationOf } from "../../../testing/app/recorded-examples.ts";
import recorded from "./examples.json" with { type: "json" };

// Written by `npm run examples`, which has to be run again after a change of the contract.

interface Recorded extends contract.OperationExample {
  readonly request: contract.OperationExample["request"] & { readonly method: string };
}
const examples = Object.entries(recorded as unknown as Readonly<Record<string, Recorded>>);
const endpointOf = new Map(
  [...contract.endpointNames(contract)].map(([endpoint, name]) => [name, endpoint]),
);

describe("the examples of the OpenAPI document", () => {
  it("are those of operations that exist", () => {
    const wrong = examples.filter(([name, { request }]) => operationOf(request) !== name);
    expect(wrong).toEqual([]);
  });

  it("send what the operation takes, and receive what it gives", () => {
    const faults = examples.flatMap(([name, { request, reply }]) => {
      const endpoint = endpointOf.get(name);
      const form = endpoint?.replies[reply.status];
      if (form === undefined || form.form === "stream")
        return [`${name}: no reply ${reply.status}`];
      const { data } = reply.body as { readonly data?: unknown };
      const received = form.schema.safeParse(form.form === "bare" ? reply.body : data);
      const sent = request.body === undefined ? undefined : endpoint?.body?.safeParse(request.body);
      return [received, sent].flatMap((judged) =>
        judged?.success === false ? [`${name}: ${judged.error.message}`] : [],
      );
    });
    expect(faults).toEqual([]);
  });

  it("show every stable operation, and nine of ten of all that answer with JSON", () => {
    const names = new Set(examples.map(([name]) => name));
    const shown = [...endpointOf].filter(([, { replies }]) =>
      Object.values(replies).some(({ form }) => form !== "stream"),
    );
    const missing = shown.flatMap(([name]) => (names.has(name) ? [] : [name]));
    expect(missing.filter((name) => contract.isStable(name))).toEqual([]);
    expect(missing.length, missing.join()).toBeLessThan(shown.length / 10);
  });
});
