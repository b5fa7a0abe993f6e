/** On whose behalf something happens; made by sign-in, never by a feature. */
export interface Learner {
  readonly kind: "learner";
  readonly id: string;
  readonly sessionId: string;
}

export interface Admin {
  readonly kind: "admin";
  readonly id: string;
  readonly role: AdminRole;
  readonly sessionId: string;
}

/** Nobody signed in, or an endpoint that does not ask. */
export interface Anonymous {
  readonly kind: "anonymous";
}

export type AdminRole = "super_admin" | "admin";
export type Actor = Learner | Admin | Anonymous;

export const anonymous: Anonymous = Object.freeze({ kind: "anonymous" });
