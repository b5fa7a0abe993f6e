import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { scenarios, type Scenario, type ScenarioApp } from "../../../testing/app/scenarios.ts";
import { usersRoutes } from "../users/users.routes.ts";
import { avatarsRoutes } from "./avatars.routes.ts";

const routes = [avatarsRoutes, usersRoutes];
const path = "/api/user-profile/avatar";
const refused = (code: string) => ({ success: false, code });

const heads = {
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  jpg: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  gif: Buffer.from("GIF89a"),
  webp: Buffer.from("RIFF\x10\0\0\0WEBP", "latin1"),
};

/** `size` bytes that start like a picture of this type. */
function picture(type: keyof typeof heads, size = 600): Buffer {
  return Buffer.concat([heads[type], Buffer.alloc(size - heads[type].length, type)]);
}

const mediaTypes = { png: "image/png", jpg: "image/jpeg", gif: "image/gif", webp: "image/webp" };

const uploading = (body: Buffer | undefined, contentType: string): Scenario["send"] => [
  "POST",
  path,
  body,
  { "content-type": contentType },
];

async function upload(app: ScenarioApp, type: keyof typeof heads, headers = app.u1.headers) {
  const sent = { ...headers, "content-type": mediaTypes[type] };
  return app.send("POST", path, { body: picture(type), headers: sent });
}

const directoryOf = ({ deps }: ScenarioApp) => join(deps.settings.DATA_DIR, "avatars");
const fileOf = (app: ScenarioApp, name: string) => readFileSync(join(directoryOf(app), name));
const filesOf = (app: ScenarioApp) => readdirSync(directoryOf(app)).toSorted();

const takes = (type: keyof typeof heads): Scenario => ({
  as: "learner",
  send: uploading(picture(type), mediaTypes[type]),
  status: 200,
  body: { success: true, data: { avatarUrl: `/avatars/u1.${type}` } },
  after: async (app) => {
    expect(filesOf(app)).toEqual([`u1.${type}`]);
    const shown = await app.send("GET", `/avatars/u1.${type}`);
    expect(shown.status).toBe(200);
    expect(shown.headers["content-type"]).toBe(mediaTypes[type]);
  },
});

describe("POST /api/user-profile/avatar", () => {
  const largest = 512 * 1024;

  scenarios(routes, {
    "takes PNG": takes("png"),
    "takes JPEG": takes("jpg"),
    "takes GIF": takes("gif"),
    "takes WebP": takes("webp"),
    "accepts 512 KB, ignoring case and parameters of the header": {
      as: "learner",
      send: uploading(picture("png", largest), "Image/PNG; name=me"),
      status: 200,
      after: (app) => {
        const file = join(directoryOf(app), "u1.png");
        expect(readFileSync(file).equals(picture("png", largest))).toBe(true);
        expect(statSync(file).mode & 0o777).toBe(0o644);
      },
    },
    "appears in the account, under BASE_PATH": {
      as: "learner",
      settings: { BASE_PATH: "/words" },
      send: ["POST", `/words${path}`, picture("gif"), { "content-type": "image/gif" }],
      status: 200,
      body: { data: { avatarUrl: "/words/avatars/u1.gif" } },
      after: async ({ send, u1 }) => {
        const me = await send("GET", "/words/api/users/me", { headers: u1.headers });
        expect(me.body.data.avatarUrl).toBe("/words/avatars/u1.gif");
        expect((await send("GET", me.body.data.avatarUrl)).status).toBe(200);
      },
    },
    "removes the learner's old file only": {
      as: "learner",
      given: async (app) => {
        await upload(app, "png");
        await upload(app, "png", (await app.learner()).headers);
      },
      send: uploading(picture("webp"), "image/webp"),
      status: 200,
      after: (app) => expect(filesOf(app)).toEqual(["u1.webp", "u2.png"]),
    },
    "leaves one picture, matching the account, after two concurrent uploads": {
      as: "learner",
      given: (app) => Promise.all([upload(app, "png"), upload(app, "gif"), upload(app, "webp")]),
      send: ["GET", "/api/users/me"],
      status: 200,
      after: (app, { body }) =>
        expect(filesOf(app).map((name) => `/avatars/${name}`)).toEqual([body.data.avatarUrl]),
    },
    "refuses an empty body": {
      as: "learner",
      send: uploading(undefined, "text/plain"),
      status: 400,
      body: refused("AVATAR_EMPTY"),
    },
    "refuses one byte more than 512 KB before checking the type": {
      as: "learner",
      send: uploading(Buffer.alloc(largest + 1), "text/plain"),
      status: 400,
      body: refused("AVATAR_TOO_LARGE"),
    },
    "refuses a header that does not match": {
      as: "learner",
      given: (app) => upload(app, "gif"),
      send: uploading(picture("png"), "image/jpeg"),
      status: 400,
      body: refused("AVATAR_INVALID_TYPE"),
      after: (app) => expect(filesOf(app)).toEqual(["u1.gif"]),
    },
    "refuses a missing header": {
      as: "learner",
      send: ["POST", path, picture("png")],
      status: 400,
      body: refused("AVATAR_INVALID_TYPE"),
    },
    "refuses a file that is not a picture, whatever the header says": {
      as: "learner",
      send: uploading(Buffer.from("<svg xmlns='x'/>"), "image/png"),
      status: 400,
      body: refused("AVATAR_INVALID_TYPE"),
    },
    "refuses unsupported types of pictures": {
      as: "learner",
      send: uploading(Buffer.from("<svg xmlns='x'/>"), "image/svg+xml"),
      status: 400,
      body: refused("AVATAR_INVALID_TYPE"),
    },
    "leaves no file for an erased account": {
      as: "learner",
      given: ({ deps }) => deps.database.deleteFrom("users").execute(),
      send: uploading(picture("png"), "image/png"),
      status: 401,
      body: refused("AUTH_UNAUTHORIZED"),
      after: (app) => expect(filesOf(app)).toEqual([]),
    },
  });
});

describe("GET /avatars/{file}", () => {
  const missing = { status: 404, body: refused("NOT_FOUND") } as const;

  scenarios(routes, {
    "serves a picture to everyone, with safe headers": {
      given: (app) => upload(app, "png"),
      send: ["GET", "/avatars/u1.png"],
      status: 200,
      headers: {
        "content-type": "image/png",
        "content-length": "600",
        "x-content-type-options": "nosniff",
        "cache-control": "no-cache",
        etag: /^"[a-z0-9-]+"$/,
        "ratelimit-limit": null,
      },
    },
    "answers HEAD without the bytes": {
      given: (app) => upload(app, "png"),
      send: ["HEAD", "/avatars/u1.png"],
      status: 200,
      headers: { "content-length": "600" },
      after: (_app, { text }) => expect(text).toBe(""),
    },
    "sends no bytes when the etag matches": {
      given: (app) => upload(app, "png"),
      send: async (app) => {
        const { headers } = await app.send("GET", "/avatars/u1.png");
        const held = `"other", W/${String(headers["etag"])}`;
        return ["GET", "/avatars/u1.png", undefined, { "if-none-match": held }];
      },
      status: 304,
      after: (_app, { text }) => expect(text).toBe(""),
    },
    "sends the new picture after a change": {
      send: async (app) => {
        await upload(app, "png");
        const { headers } = await app.send("GET", "/avatars/u1.png");
        const sent = { ...app.u1.headers, "content-type": "image/png" };
        await app.send("POST", path, { body: picture("png", 700), headers: sent });
        const held = { "if-none-match": String(headers["etag"]) };
        return ["GET", "/avatars/u1.png", undefined, held];
      },
      status: 200,
      headers: { "content-length": "700" },
    },
    "recreates a missing file from the database": {
      given: async (app) => {
        await upload(app, "png");
        rmSync(directoryOf(app), { recursive: true });
      },
      send: ["GET", "/avatars/u1.png"],
      status: 200,
      headers: { "content-length": "600" },
      after: (app) => {
        expect(fileOf(app, "u1.png").equals(picture("png"))).toBe(true);
        expect(statSync(join(directoryOf(app), "u1.png")).mode & 0o777).toBe(0o644);
      },
    },
    "sends the database's content when the file differs, and repairs the file": {
      given: async (app) => {
        await upload(app, "png");
        writeFileSync(join(directoryOf(app), "u1.png"), picture("png", 700));
      },
      send: ["GET", "/avatars/u1.png"],
      status: 200,
      headers: { "content-length": "600" },
      after: (app) => expect(fileOf(app, "u1.png").equals(picture("png"))).toBe(true),
    },
    "serves a picture although no file can be written": {
      given: async (app) => {
        writeFileSync(directoryOf(app), "no folder");
        expect((await upload(app, "png")).status).toBe(200);
      },
      send: ["GET", "/avatars/u1.png"],
      status: 200,
      headers: { "content-length": "600" },
    },
    "imports a picture of an earlier release, which is only a file": {
      given: async (app) => {
        await upload(app, "png");
        await app.deps.database.deleteFrom("avatar_blobs").execute();
      },
      send: ["GET", "/avatars/u1.png"],
      status: 200,
      headers: { "content-length": "600" },
      after: async (app) => {
        rmSync(directoryOf(app), { recursive: true });
        const shown = await app.send("GET", "/avatars/u1.png");
        expect(shown.headers["content-length"]).toBe("600");
      },
    },
    "removes a file that belongs to no account": {
      given: async (app) => {
        await upload(app, "png");
        writeFileSync(join(directoryOf(app), "u1.gif"), picture("gif"));
        writeFileSync(join(directoryOf(app), "gone.png"), picture("png"));
        expect((await app.send("GET", "/avatars/gone.png")).status).toBe(404);
      },
      send: ["GET", "/avatars/u1.gif"],
      ...missing,
      after: (app) => expect(filesOf(app)).toEqual(["u1.png"]),
    },
    "works during maintenance": {
      given: async (app) => {
        await upload(app, "gif");
        app.deps.maintenance.set(true);
      },
      send: ["GET", "/avatars/u1.gif"],
      status: 200,
    },
    "finds no picture of another type": {
      given: (app) => upload(app, "png"),
      send: ["GET", "/avatars/u1.gif"],
      ...missing,
    },
    "finds nothing without pictures": { send: ["GET", "/avatars/u1.png"], ...missing },
    "does not serve files outside its directory": {
      given: ({ deps }) => writeFileSync(join(deps.settings.DATA_DIR, "x.png"), picture("png")),
      send: ["GET", "/avatars/..%2Fx.png"],
      ...missing,
    },
    "does not serve drafts": {
      given: async (app) => {
        await upload(app, "png");
        writeFileSync(join(directoryOf(app), ".u1.1.new"), picture("png"));
      },
      send: ["GET", "/avatars/.u1.1.new"],
      ...missing,
    },
    "refuses other methods": {
      send: ["PUT", "/avatars/u1.png"],
      status: 405,
      headers: { allow: "GET, HEAD, OPTIONS" },
    },
  });
});
