import { describe, expect, it } from "vitest";
import { scopeOf, type Endpoint } from "./endpoint.ts";
import * as contract from "../index.ts";
import { endpointsOf } from "./openapi.ts";
import { documentInPlace } from "../testing/whole-document.ts";

// Routes that no API key may call, by path under /api/admin. Some do not exist yet.
const signInOnly: readonly RegExp[] = [
  /^\/auth\/(?!verify$)/,
  /^\/settings\/(admins|sessions|api-keys)(\/|$)/,
  /^\/reset-tokens$/,
  /^\/users\/:[^/]+\/(reset-password|set-password)$/,
  /^\/users\/bulk-(reset-password|delete)$/,
  /^\/probe(\/|$)/,
  /^\/updates\/(apply|rollback)$/,
  /^\/updates\/backups\/:[^/]+\/(download|restore)$/,
];

/** The scope that the specification's table demands. */
function demanded({ access, method, path }: Endpoint): string {
  const under = path.replace(/^\/api\/admin/, "");
  if (path.startsWith("/api/admin/") && signInOnly.some((form) => form.test(under))) return "none";
  // A caller who sets the address can have a new password sent to it.
  if (method === "PATCH" && under === "/users/:id") return "none";
  if (access === "super") return "admin";
  return method === "GET" ? "read" : "write";
}

const ofAdmins = endpointsOf(contract).filter(
  ({ access, path }) =>
    path.startsWith("/api/admin/") || path === "/metrics" || !["none", "learner"].includes(access),
);

describe("the scope of an endpoint", () => {
  it.each(ofAdmins.map((each) => [`${each.method} ${each.path}`, each] as const))(
    "matches the table: %s",
    (_, each) => expect(scopeOf(each)).toBe(demanded(each)),
  );

  it("is none for learners' endpoints", () => {
    const others = endpointsOf(contract).filter((each) => !ofAdmins.includes(each));
    expect(others.length).toBeGreaterThan(50);
    expect(others.filter((each) => scopeOf(each) !== undefined)).toEqual([]);
  });

  it("is published as x-scope", () => {
    const { paths } = documentInPlace();
    expect(paths["/api/admin/settings/api-keys"].post["x-scope"]).toBe("none");
    expect(paths["/api/admin/audit-log/export.csv"].get["x-scope"]).toBe("admin");
    expect(paths["/api/admin/audit-log"].get["x-scope"]).toBe("read");
    expect(paths["/api/records"].post).not.toHaveProperty("x-scope");
  });
});
