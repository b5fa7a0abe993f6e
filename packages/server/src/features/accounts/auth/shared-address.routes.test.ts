import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  buildTestApp,
  type TestApp,
  type TestReply,
} from "@wordloom/testing/service/build-test-app";
import { closeCleanDatabase } from "@wordloom/testing/databases/database-cleaner";
import { PASSWORD } from "@wordloom/testing/content/accounts";

// Checks that many people behind one address can sign in, and that nobody can guess passwords
// there. The tests use the whole app, with requests from one address, sequentially or all at once.
const SCHOOL = "198.51.100.7";
let app: TestApp;
afterEach(() => app.close());
afterAll(closeCleanDatabase);

const open = async (settings: Record<string, string> = {}) => {
  app = await buildTestApp({ settings });
};

const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.send("POST", path, { body, headers, from: SCHOOL });
const register = (n: number) =>
  post("/api/auth/register", {
    email: `learner${n}@example.org`,
    username: `Learner ${n}`,
    password: PASSWORD,
  });
const login = (email: string, password = PASSWORD) => post("/api/auth/login", { email, password });

const refreshTokenIn = ({ headers }: TestReply) =>
  /refresh_token=([^;]+)/.exec(String(headers["set-cookie"]))?.[1] ?? "";
const renew = (token: string) =>
  post("/api/auth/refresh", undefined, { authorization: `Bearer ${token}` });

async function times(count: number, act: (n: number) => Promise<TestReply>) {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) statuses.push((await act(n)).status);
  return statuses;
}
const atOnce = async (count: number, act: (n: number) => Promise<TestReply>) =>
  (await Promise.all(Array.from({ length: count }, (_, n) => act(n)))).map(({ status }) => status);
const all = (count: number, status: number) => Array<number>(count).fill(status);

describe("one address, by default", () => {
  beforeEach(() => open());

  it("may sign in and renew again and again, sequentially and all at once", async () => {
    const { email } = await app.learner();
    expect(await times(30, () => login(email))).toEqual(all(30, 200));
    expect(await atOnce(30, () => login(email))).toEqual(all(30, 200));
    let token = refreshTokenIn(await login(email));
    for (let n = 0; n < 30; n += 1) token = refreshTokenIn(await renew(token));
    expect((await renew(token)).status).toBe(200);
  });

  it("may renew thirty sign-ins at the same moment", async () => {
    const { email } = await app.learner();
    const tokens: string[] = [];
    for (let n = 0; n < 10; n += 1) tokens.push(refreshTokenIn(await login(email)));
    const others = await Promise.all(Array.from({ length: 20 }, () => app.learner()));
    for (const other of others) tokens.push(refreshTokenIn(await login(other.email)));
    expect(await atOnce(30, (n) => renew(tokens[n]!))).toEqual(all(30, 200));
  });

  it("is not refused for tabs that renew the same sign-in at once", async () => {
    const { email } = await app.learner();
    const token = refreshTokenIn(await login(email));
    const statuses = await atOnce(30, () => renew(token));
    expect(statuses.toSorted()).toEqual([200, ...all(29, 401)]);
    expect((await login(email)).status).toBe(200);
  });

  it("may fail ten times in a minute, sequentially or all at once", async () => {
    const guess = (n: number) => login(`nobody${n}@example.org`);
    expect(await times(12, guess)).toEqual([...all(10, 401), 429, 429]);
    app.clock.advance(60_000);
    const statuses = await atOnce(50, guess);
    expect(statuses.toSorted()).toEqual([...all(10, 401), ...all(40, 429)]);
  });

  it("may register ten times in a minute, each creating an account", async () => {
    expect(await times(12, register)).toEqual([...all(10, 201), 429, 429]);
  });

  it("counts successes and failures separately", async () => {
    const { email } = await app.learner();
    await times(9, (n) => login(`nobody${n}@example.org`));
    expect(await times(20, () => login(email))).toEqual(all(20, 200));
    expect((await login("nobody@example.org")).status).toBe(401);
    expect(await login(email)).toMatchObject({ status: 429, headers: { "retry-after": "60" } });
  });

  it("may sign in three hundred times in a minute", async () => {
    const { email } = await app.learner();
    expect(await times(301, () => login(email))).toEqual([...all(300, 200), 429]);
  });

  it("allows the console to be loaded thirty times", async () => {
    const { headers, email } = await app.admin();
    const verify = () => app.send("GET", "/api/admin/auth/verify", { headers, from: SCHOOL });
    expect(await times(30, verify)).toEqual(all(30, 200));
    const enter = () => post("/api/admin/auth/login", { email, password: PASSWORD });
    expect(await times(15, enter)).toEqual(all(15, 200));
    const wrong = () => post("/api/admin/auth/login", { email: "no@example.org", password: "no" });
    expect(await times(11, wrong)).toEqual([...all(10, 401), 429]);
  });

  it("is not refused the console because of tabs whose sign-in has expired", async () => {
    const { email } = await app.admin();
    const enter = () => post("/api/admin/auth/login", { email, password: PASSWORD });
    const verify = (token: string) =>
      app.send("GET", "/api/admin/auth/verify", {
        headers: { authorization: `Bearer ${token}` },
        from: SCHOOL,
      });
    const { token } = (await enter()).body.data;
    app.clock.advance(3 * 3_600_000);
    expect(await times(12, () => verify(token))).toEqual(all(12, 401));
    expect((await enter()).status).toBe(200);
    const forged = `${token.slice(0, -4)}AAAA`;
    expect(await times(11, () => verify(forged))).toEqual([...all(10, 401), 429]);
  });
});

describe("an address that many people share", () => {
  beforeEach(() => open({ RATE_LIMIT_EXEMPT: "198.51.100.0/24, 2001:db8:5::/48" }));

  it("lets thirty people register and sign in within a minute", async () => {
    expect(await atOnce(30, register)).toEqual(all(30, 201));
    const enter = (n: number) => login(`learner${n}@example.org`);
    expect(await atOnce(30, enter)).toEqual(all(30, 200));
  });

  it("limits guesses at one account as before, across all shared addresses", async () => {
    const { email } = await app.learner();
    const statuses = await times(1_000, (n) => login(email, `Guess${n}`));
    expect(statuses.filter((status) => status !== 429)).toEqual(all(10, 401));
    const elsewhere = { body: { email, password: PASSWORD }, from: "2001:db8:5::9" };
    expect((await app.send("POST", "/api/auth/login", elsewhere)).status).toBe(429);
    const other = await app.learner();
    expect((await login(other.email)).status).toBe(200);
  });

  it("limits guesses at many accounts to three hundred a minute", async () => {
    const statuses = await times(320, (n) => login(`nobody${n}@example.org`));
    expect(statuses.filter((status) => status === 401)).toHaveLength(300);
    expect((await renew("a.b.c")).status).toBe(429);
  });

  it("limits guesses at one administrator as before", async () => {
    const { email } = await app.admin();
    const statuses = await times(40, (n) =>
      post("/api/admin/auth/login", { email, password: `Guess${n}` }),
    );
    expect(statuses).toEqual([...all(10, 401), ...all(30, 429)]);
  });

  it("limits guesses of signed-in learners, and lets a class change its addresses", async () => {
    const learners = await Promise.all(Array.from({ length: 15 }, () => app.learner()));
    const change = (n: number, currentPassword: string, email = `new${n}@example.org`) =>
      app.send("PUT", "/api/users/me/email", {
        body: { email, currentPassword },
        headers: learners[n]!.headers,
        from: SCHOOL,
      });
    const statuses = await times(40, (n) => change(0, `Guess${n}`));
    expect(statuses).toEqual([...all(10, 401), ...all(30, 429)]);
    expect(await times(14, (n) => change(n + 1, PASSWORD))).toEqual(all(14, 200));
  });

  it("has room for the other requests of a class, too", async () => {
    const read = () => app.send("GET", "/api/nothing", { from: SCHOOL });
    expect(await times(200, read)).toEqual(all(200, 404));
    const elsewhere = () => app.send("GET", "/api/nothing", { from: "203.0.113.9" });
    expect(await times(121, elsewhere)).toEqual([...all(120, 404), 429]);
  });

  it("is named in the settings, which take effect at once", async () => {
    const { headers } = await app.admin("super_admin");
    const put = (list: unknown) =>
      app.send("PUT", "/api/admin/settings", { body: { rate_limit_exempt: list }, headers });
    expect((await put("10.0.0.0/8")).body.data.rate_limit_exempt).toBe("10.0.0.0/8");
    expect(await times(11, register)).toEqual([...all(10, 201), 429]);
    const refused = await put("10.0.0.0/8, the school");
    expect(refused).toMatchObject({ status: 400, body: { code: "INVALID_REQUEST_BODY" } });
    app.clock.advance(60_000);
    expect((await put(null)).body.data.rate_limit_exempt).toBe("198.51.100.0/24, 2001:db8:5::/48");
    expect(await times(11, (n) => register(20 + n))).toEqual(all(11, 201));
  });
});

describe("limits that lock everybody out", () => {
  const tight = { window_secs: 3_600, max: 1 };
  const limits = { authenticated: tight, anonymous: tight, auth: tight, admin_auth: tight };
  beforeEach(() => open());

  it("leave sign-in and settings open to super administrators, who can undo them", async () => {
    const { email } = await app.admin("super_admin");
    const weaker = await app.admin();
    const body = { rate_limits: limits };
    const set = await app.send("PUT", "/api/admin/settings", { body, headers: weaker.headers });
    expect(set.status).toBe(200);
    app.clock.advance(1_000);
    const wrong = () => post("/api/admin/auth/login", { email: "no@example.org", password: "no" });
    expect(await times(6, wrong)).toEqual([...all(5, 401), 429]);
    app.clock.advance(60_000);
    const entered = await post("/api/admin/auth/login", { email, password: PASSWORD });
    const headers = { authorization: `Bearer ${entered.body.data.token}` };
    const read = (path: string) => app.send("GET", path, { headers, from: SCHOOL });
    expect(await times(10, () => read("/api/admin/auth/verify"))).toEqual(all(10, 200));
    expect(await times(20, () => read("/api/admin/settings"))).toEqual(all(20, 200));
    const undone = await app.send("PUT", "/api/admin/settings", {
      body: { rate_limits: null },
      headers,
      from: SCHOOL,
    });
    expect(undone.status).toBe(200);
    expect(await times(5, (n) => login(`nobody${n}@example.org`))).toEqual(all(5, 401));
  });

  it("apply to everybody else", async () => {
    const [weaker, learner] = [await app.admin(), await app.learner()];
    const boss = await app.admin("super_admin");
    const body = { rate_limits: limits };
    await app.send("PUT", "/api/admin/settings", { body, headers: boss.headers });
    const as = (headers: Readonly<Record<string, string>>, path: string) => () =>
      app.send("GET", path, { headers });
    expect(await times(2, as(weaker.headers, "/api/admin/settings"))).toEqual([200, 429]);
    expect(await times(2, as(learner.headers, "/api/users/me"))).toEqual([200, 429]);
    const statuses = await times(200, as(boss.headers, "/api/admin/settings"));
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
  });
});
