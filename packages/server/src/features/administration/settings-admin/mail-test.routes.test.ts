import { afterEach, describe, expect } from "vitest";
import {
  closeMailServers,
  mailServer,
  type MailServerManners,
  type TakenMail,
} from "@wordloom/testing/neighbors/mail-server";
import { scenarios, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { settingsAdminRoutes } from "./settings-admin.routes.ts";

afterEach(closeMailServers);

/** The entries of the audit log: actions and targets. */
const acts = async ({ deps }: ScenarioApp) => {
  const rows = await deps.database.selectFrom("audit_log").selectAll().orderBy("id").execute();
  return rows.map((row) => `${row.action} of ${row.target_type} ${row.target_id}`);
};

describe("POST /api/admin/settings/smtp-test", () => {
  const path = "/api/admin/settings/smtp-test";
  const to = "ada@example.org";
  const refused = (code: string) => ({ success: false, code });

  /** Scenarios start before their server, so the address is written into the app's settings. */
  const useServer = async ({ deps }: ScenarioApp, manners: MailServerManners = {}) => {
    const { trustingUrl: SMTP_URL, taken } = await mailServer(manners);
    Object.assign(deps, { settings: { ...deps.settings, SMTP_URL } });
    return taken;
  };
  let taken: readonly TakenMail[] = [];

  scenarios(settingsAdminRoutes, {
    "sends a mail": {
      as: "admin",
      given: async (app) => (taken = await useServer(app)),
      send: ["POST", path, { to }],
      status: 200,
      body: { data: { sent: true } },
      headers: { "x-audit-id": /^\d+$/ },
      after: async (app) => {
        expect(taken).toMatchObject([{ to: [to], text: expect.stringContaining("Test mail") }]);
        expect(await acts(app)).toEqual(["settings.smtp_test of settings mail"]);
      },
    },
    "requires a mail server": {
      as: "admin",
      send: ["POST", path, { to }],
      status: 400,
      body: refused("SMTP_NOT_CONFIGURED"),
    },
    "reports why the server refused": {
      as: "admin",
      given: (app) => useServer(app, { refusal: "550 no relaying" }),
      send: ["POST", path, { to }],
      status: 502,
      body: { code: "SMTP_FAILED", message: expect.stringContaining("550 no relaying") },
      after: async (app) => expect(await acts(app)).toEqual([]),
    },
    "reports that the server cannot be reached": {
      as: "admin",
      settings: { SMTP_URL: "smtp://127.0.0.1:1" },
      send: ["POST", path, { to }],
      status: 502,
      body: { code: "SMTP_FAILED", message: expect.stringContaining("ECONNREFUSED") },
    },
    "refuses an invalid address": {
      as: "admin",
      send: ["POST", path, { to: "ada" }],
      status: 400,
      body: refused("VALIDATION_ERROR"),
    },
  });
});
