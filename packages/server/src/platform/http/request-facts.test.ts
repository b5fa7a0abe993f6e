import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { buildTestApp } from "@wordloom/testing/service/build-test-app";

// Over a real socket, because an injected request cannot contain the same header twice.
function statusWith(port: number, values: readonly string[]): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = ["Host", "localhost", ...values.flatMap((value) => ["Authorization", value])];
    const asked = request({ port, path: "/api/users/me", headers }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    });
    asked.on("error", reject).end();
  });
}

describe("the Authorization header", () => {
  it("is accepted once and refused if sent twice", async () => {
    const app = await buildTestApp();
    try {
      const { token } = await app.learner();
      const { port } = await app.listen();
      const bearer = `Bearer ${token}`;
      expect(await statusWith(port, [bearer])).toBe(200);
      expect(await statusWith(port, [bearer, bearer])).toBe(401);
    } finally {
      await app.close();
    }
  });
});
