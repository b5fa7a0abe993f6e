import type * as contract from "@wordloom/contract";

type Contract = typeof contract;

/** Names of the endpoints that only super administrators may call, according to the contract. */
export type SuperName = {
  [Name in keyof Contract]: Contract[Name] extends { readonly access: "super" } ? Name : never;
}[keyof Contract];

/** Where the console offers an act, and the reason that it shows to others. */
export interface SuperAct {
  /** Below `/admin`; `:learner` is replaced with the id of one. */
  readonly at: string;
  /** The button that opens the act's menu. */
  readonly menu?: RegExp;
  /** The menu appears once something in the list is selected. */
  readonly isOfChosen?: boolean;
  readonly name: string | RegExp;
  readonly reason: string;
}

const administrators = {
  at: "/settings?part=administrators",
  reason: "Only super administrators can change these accounts.",
} as const;
const menuOfAdministrator = /^Actions for somebody@/;
const backups = {
  at: "/backups",
  menu: /^Actions for/,
  reason: "Only super administrators can download or restore backups.",
} as const;

/** All such acts, or the reason why one has no control. */
export const superActs: Readonly<Record<SuperName, SuperAct | string>> = {
  createAdminAccount: { ...administrators, name: "Add administrator" },
  setAdminRole: { ...administrators, menu: menuOfAdministrator, name: /^Make / },
  deleteAdminAccount: { ...administrators, menu: menuOfAdministrator, name: "Delete…" },
  deleteLearner: {
    at: "/users/:learner",
    menu: /^Actions for/,
    name: "Delete…",
    reason: "Only super administrators can delete learners.",
  },
  downloadBackup: { ...backups, name: "Download bundle" },
  restoreBackup: { ...backups, name: "Restore…" },
  exportAuditLog: {
    at: "/audit",
    name: "Export as CSV",
    reason: "Only super administrators can export the audit log.",
  },
  issueProbe: {
    at: "/monitoring?part=probes",
    name: "Send",
    reason: "Only super administrators can send or confirm probes.",
  },
  confirmProbe: "stands with the probe that waits for it",
  deleteLearners: {
    at: "/users",
    isOfChosen: true,
    menu: /^Actions$/,
    name: "Delete…",
    reason: "Only super administrators can delete learners.",
  },
  createApiKey: {
    at: "/settings?part=keys",
    name: "Create key",
    reason: "Only super administrators can view or create keys.",
  },
  listApiKeys: "the list is not there for others",
  revokeApiKey: "stands with a key, in the list",
  rotateApiKey: "stands with a key, in the list",
};
