import type { Admin } from "@wordloom/server/platform/identity/actor";

/** The caller of services that need an administrator, outside of requests. */
export const someAdmin: Admin = { kind: "admin", id: "a1", role: "super_admin", sessionId: "s1" };
