import type { ApiKeyScope } from "@wordloom/contract";

/** The caller of a request. Created by sign-in, never by a feature. */
export interface Learner {
  readonly kind: "learner";
  readonly id: string;
  readonly sessionId: string;
  /** Address of the call; absent outside of requests. */
  readonly ip?: string;
}

export interface Admin {
  readonly kind: "admin";
  readonly id: string;
  readonly role: AdminRole;
  /**
   * The session of the token, or the secret of the API key; the caller is valid while it is active.
   */
  readonly sessionId: string;
  /** Address of the call; absent outside of requests. */
  readonly ip?: string;
  /** The API key of the call; absent for a sign-in. */
  readonly apiKeyId?: string;
  readonly apiKeyName?: string;
  readonly apiKeyScopes?: readonly ApiKeyScope[];
  /** Ids of the audit entries made by the call, after their commits. Absent outside of requests. */
  readonly auditIds?: number[];
}

/** The caller has not signed in, or the endpoint needs no sign-in. */
export interface Anonymous {
  readonly kind: "anonymous";
}

export type AdminRole = "super_admin" | "admin";
export type Actor = Learner | Admin | Anonymous;

/** The current role of an administrator; undefined if the account no longer exists. */
export type AdminRoleOf = (adminId: string) => Promise<AdminRole | undefined>;

export const anonymous: Anonymous = Object.freeze({ kind: "anonymous" });
