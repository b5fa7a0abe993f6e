import * as contract from "@wordloom/contract";
import { setTimeout as pause } from "node:timers/promises";
import { runCommand } from "./command.ts";
import type { Operator } from "./operator-day.ts";
import { openPhone, type Phone } from "./phone.ts";
import { codeOf } from "./refusal-code.ts";

const PASSWORD = "Lovelace1815";
/** Local addresses, each as unrelated to the operator's as any on the internet. */
const SCHOOL = "127.0.0.2";
const HOME = "127.0.0.3";
/** Registrations per address and minute. */
const USUAL_MAX = 10;
const PUPILS = 30;
const VISITS = 30;
/** Number of guesses that the service judges before it limits the address or the account. */
const GUESSES = 40;
/** Time after which a renewal with a lost reply gets a new answer. */
const LOST_AFTER_MS = 30_000;

/** Thirty people behind one address: first with the defaults, then with their network named. */
export async function classBehindOneAddress(operator: Operator): Promise<void> {
  const { client, check } = operator;
  console.log("\nA class behind one address");
  const first = await Promise.all(range(USUAL_MAX - 2).map((n) => arrive(operator, `early${n}`)));
  const renewed = await countOk(range(PUPILS), (n) => renew(first[n % first.length]?.phone));
  console.log(`  With the defaults: ${renewed} of ${PUPILS} renewals are taken,`);
  check(renewed === PUPILS, `${PUPILS - renewed} renewals of a class were refused`);
  const more = await Promise.all(range(4).map((n) => arrive(operator, `late${n}`)));
  const refused = more.filter(({ outcome }) => outcome === "AUTH_RATE_LIMITED").length;
  console.log(`  and ${USUAL_MAX} registrations a minute; ${refused} more are refused.`);
  check(refused === 2, `${refused} of 12 registrations were refused, not 2`);
  await sayWhy(operator, "Networks that share an address");

  await client.call(contract.changeAdminSettings, { body: { rate_limit_exempt: SCHOOL } });
  const pupils = await Promise.all(range(PUPILS).map((n) => arrive(operator, `pupil${n}`)));
  const arrived = pupils.filter(({ outcome }) => outcome === "in").length;
  const signedIn = await countOk(range(PUPILS), (n) => signIn(operator, `pupil${n}`, PASSWORD));
  console.log(`  Named as a shared network: ${arrived} register, ${signedIn} sign in.`);
  check(arrived === PUPILS && signedIn === PUPILS, "a class is refused in its own network");
  await guess(operator);
}

/** Guesses at one account of the class, from its own network. */
async function guess(operator: Operator): Promise<void> {
  const { server, check } = operator;
  const codes = await inTurn(range(GUESSES), (n) => signIn(operator, "pupil1", `Wrong${n}pass`));
  const tried = codes.filter((code) => code === "AUTH_UNAUTHORIZED").length;
  const other = await signIn(operator, "pupil2", PASSWORD);
  console.log(
    `  Of ${GUESSES} guesses at one account ${tried} were tried; its neighbor: ${other}.`,
  );
  check(tried <= USUAL_MAX, `${tried} passwords of one account could be tried`);
  check(other === "in", "guesses at one account shut out another");
  const lines = server.log.filter((line) => line.includes(`a sign-in from ${SCHOOL} failed`));
  console.log(`  The log has ${lines.length} lines of it, and no address of a mailbox.`);
  check(lines.length === tried, `${tried} failed sign-ins made ${lines.length} lines`);
  check(!server.log.some((line) => line.includes("pupil1@")), "the log names a mailbox");
}

/** Runs behind a proxy that the service does not know about. */
export async function forgottenProxy(operator: Operator): Promise<void> {
  console.log("\nA proxy, with TRUST_PROXY off");
  const headers = { "x-forwarded-for": "198.51.100.7" };
  await fetch(`${operator.server.url}/api/status`, { headers });
  await sayWhy(operator, "TRUST_PROXY");
}

/** Checks that the log, Monitoring and doctor name the right setting. */
async function sayWhy({ server, directory, client, check }: Operator, setting: string) {
  const { services } = await client.call(contract.readMonitoringHealth);
  const { healthy, detail } = services.requests ?? { healthy: true, detail: "" };
  console.log(`  Monitoring: "${detail}"`);
  check(!healthy && detail.includes(setting), `Monitoring does not name ${setting}`);
  const warned = server.log.some((line) => line.includes('"warn"') && line.includes(setting));
  check(warned, `the log does not name ${setting}`);
  const told = await runCommand({ DATA_DIR: directory }, "doctor");
  check(
    told.some((line) => line.startsWith("note") && line.includes(setting)),
    `doctor does not name ${setting}`,
  );
}

/**
 * A renewal whose reply never arrives.
 *
 * @returns a function to call at the end of the day: the phone tries again
 */
export async function loseReply({ server, check }: Operator): Promise<() => Promise<void>> {
  const phone = openPhone(server.url, HOME);
  await phone.client.call(contract.register, { body: accountOf("lost") });
  const kept = phone.refreshToken;
  await phone.client.call(contract.refresh);
  phone.refreshToken = kept;
  const at = performance.now();
  const atOnce = await renew(phone);
  check(atOnce === "AUTH_REFRESH_RACED", `a lost reply is answered ${atOnce} at once`);
  return async () => {
    await pause(Math.max(0, LOST_AFTER_MS + 1_000 - (performance.now() - at)));
    const codes = await inTurn(range(2), () => renew(phone));
    console.log(
      `\nA phone that lost the reply of a renewal: at once ${atOnce}, later ${codes[0]}.`,
    );
    check(codes.join() === "in,in", `a lost reply ends a sign-in: ${codes.join(", ")}`);
  };
}

/** The console asks for its user on each page. */
export async function reloadConsole({ client, check }: Operator): Promise<void> {
  const taken = await countOk(range(VISITS), () => outcomeOf(client.call(contract.verifyAdmin)));
  console.log(`\nThe console is loaded ${VISITS} times in a row: ${taken} times it opens.`);
  check(taken === VISITS, "the console locks out its own user");
}

interface Arrival {
  readonly phone: Phone;
  readonly outcome: string;
}

async function arrive({ server }: Operator, name: string): Promise<Arrival> {
  const phone = openPhone(server.url, SCHOOL);
  const body = accountOf(name);
  return { phone, outcome: await outcomeOf(phone.client.call(contract.register, { body })) };
}

const accountOf = (name: string) => ({
  email: `${name}@example.org`,
  username: name,
  password: PASSWORD,
});

function signIn({ server }: Operator, name: string, password: string): Promise<string> {
  const { client } = openPhone(server.url, SCHOOL);
  const body = { email: `${name}@example.org`, password };
  return outcomeOf(client.call(contract.login, { body }));
}

const renew = async (phone: Phone | undefined): Promise<string> =>
  phone === undefined ? "nobody" : outcomeOf(phone.client.call(contract.refresh));

/** `in`, or the code of the refusal. */
const outcomeOf = (call: Promise<unknown>): Promise<string> => call.then(() => "in", codeOf);

const range = (length: number) => Array.from({ length }, (_, n) => n);

async function countOk(
  numbers: readonly number[],
  act: (n: number) => Promise<string>,
): Promise<number> {
  return (await inTurn(numbers, act)).filter((outcome) => outcome === "in").length;
}

async function inTurn<T>(numbers: readonly number[], act: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const n of numbers) results.push(await act(n));
  return results;
}
