import type * as contract from "@wordloom/contract";

type Contract = typeof contract;

/** Names of the endpoints that only super administrators may call, as the contract says. */
export type SuperName = {
  [Name in keyof Contract]: Contract[Name] extends { readonly access: "super" } ? Name : never;
}[keyof Contract];

/** Where the console offers an act, and what it says to those who may not do it. */
export interface SuperAct {
  /** Below `/admin`; `:learner` stands for the id of one. */
  readonly at: string;
  /** The button that opens the menu in which it stands. */
  readonly menu?: RegExp;
  /** The menu is there once something in the list is chosen. */
  readonly isOfChosen?: boolean;
  readonly name: string | RegExp;
  readonly reason: string;
}

const administrators = {
  at: "/settings?part=administrators",
  reason: "Only a super administrator may change these accounts.",
} as const;
const menuOfAdministrator = /^What can be done with somebody@/;
const backups = {
  ...{ at: "/backups", menu: /^What to do with/ },
  reason: "Only a super administrator may fetch or restore one.",
} as const;

/** Every one of them, or why there is nothing to press for it. */
export const superActs: Readonly<Record<SuperName, SuperAct | string>> = {
  createAdminAccount: { ...administrators, name: "Add an administrator" },
  setAdminRole: { ...administrators, menu: menuOfAdministrator, name: /^Make a/ },
  deleteAdminAccount: { ...administrators, menu: menuOfAdministrator, name: "Delete …" },
  deleteLearner: {
    ...{ at: "/users/:learner", menu: /^What can be done with/, name: "Delete …" },
    reason: "Only a super administrator may delete a learner.",
  },
  downloadBackup: { ...backups, name: "Download all of it" },
  restoreBackup: { ...backups, name: "Restore …" },
  exportAuditLog: {
    ...{ at: "/audit", name: "Export as CSV" },
    reason: "Only a super administrator may export the log.",
  },
  issueProbe: {
    ...{ at: "/monitoring?part=probes", name: "Send it" },
    reason: "Only a super administrator may send or confirm probes.",
  },
  confirmProbe: "stands with the probe that waits for it",
  deleteLearners: {
    ...{ at: "/users", isOfChosen: true, menu: /^What to do with them$/, name: "Delete …" },
    reason: "Only a super administrator may delete a learner.",
  },
  createApiKey: {
    ...{ at: "/settings?part=keys", name: "Make a key" },
    reason: "Only a super administrator may look at keys or make them.",
  },
  listApiKeys: "the list is not there for others",
  revokeApiKey: "stands with a key, in the list",
  rotateApiKey: "stands with a key, in the list",
};
