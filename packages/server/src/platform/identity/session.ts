/** One sign-in on one device; every token belongs to a session and becomes invalid with it. */
export interface Session {
  readonly id: string;
  readonly kind: "learner" | "admin";
  readonly accountId: string;
  readonly expiresAtMs: number;
  /** Last noted request, for an administrator's session. */
  readonly lastSeenAtMs?: number;
}
