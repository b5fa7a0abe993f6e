import * as contract from "@wordloom/contract";
import { createClient } from "@wordloom/contract";
import type { MailServer } from "@wordloom/testing/neighbors/mail-server";
import { until } from "@wordloom/testing/service/until";
import { runCommand } from "./command.ts";
import type { Operator } from "./operator-day.ts";
import { codeOf } from "./refusal-code.ts";

const OLD = "ada@example.org";
const NEW = "ada.lovelace@example.org";
const LAST = "countess@example.org";
const PASSWORD = "Babbage1833";
const WITHIN_MS = 20_000;
const NAMES = ["प्रिया", "مُحَمَّد", "Łukasz-Đặng"];
const REFUSED_NAME = "O'Brien";

/** Mail without PUBLIC_URL, forgotten passwords, changed addresses and names. */
export async function useMail(operator: Operator, mail: MailServer): Promise<void> {
  console.log("\nMail");
  await sayWhatIsMissing(operator, mail);
  await forgetPassword(operator, mail);
  await changeAddress(operator, mail);
  await nameLearners(operator);
}

async function sayWhatIsMissing({ client, check }: Operator, mail: MailServer): Promise<void> {
  await client.call(contract.testMail, { body: { to: "operator@example.org" } });
  check(await arrives(mail, "operator@example.org"), "the test mail did not arrive");
  const { services } = await client.call(contract.readMonitoringHealth);
  console.log(`  Monitoring: "${services.mail?.detail}"`);
  const told = await runCommand({ SMTP_URL: mail.trustingUrl }, "doctor");
  const named = [services.mail?.detail ?? "", told.find((line) => line.includes(" mail ")) ?? ""];
  for (const text of named) check(text.includes("PUBLIC_URL"), `"${text}" names no PUBLIC_URL`);
}

async function forgetPassword({ server, check }: Operator, mail: MailServer): Promise<void> {
  const stranger = createClient({ baseUrl: server.url });
  await stranger.call(contract.forgotPassword, { body: { email: OLD } });
  check(await arrives(mail, OLD), "the mail with a code did not arrive");
  const body = { token: codeIn(mail, OLD), newPassword: PASSWORD };
  check(!letterTo(mail, OLD).includes("http"), "a mail has a link to nowhere");
  const reset = await stranger.call(contract.resetPassword, { body }).then(() => "taken", codeOf);
  console.log(`  A forgotten password: the code of the mail is ${reset}.`);
  check(reset === "taken", `the code of the mail is answered ${reset}`);
}

/** Changed by the learner, who confirms it, and by the operator. */
async function changeAddress(operator: Operator, mail: MailServer): Promise<void> {
  const { server, client, check } = operator;
  const stranger = createClient({ baseUrl: server.url });
  const body = { email: OLD, password: PASSWORD };
  const { accessToken, user } = await stranger.call(contract.login, { body });
  const learner = createClient({ baseUrl: server.url, token: () => accessToken });
  const change = { email: NEW, currentPassword: PASSWORD };
  const waiting = await learner.call(contract.changeMyEmail, { body: change });
  check(waiting.email === OLD, "an address changes before it was confirmed");
  check(await arrives(mail, NEW), "the new address was not asked");
  const told = letterTo(mail, OLD);
  check(told.includes(NEW.replace("=", "")), "the old address was not told");
  await stranger.call(contract.confirmEmail, { body: { token: codeIn(mail, NEW) } });
  const { email } = await learner.call(contract.readMyEmail);
  console.log(`  Ada's address is ${email}, confirmed by mail; the old one was notified.`);
  check(email === NEW, `the address is ${email}`);

  const params = { id: user.id };
  const identity = { email: LAST, username: "Ada Lovelace" };
  await client.call(contract.updateLearner, { params, body: identity });
  const { data } = await client.call(contract.listAuditLog, { query: { action: "user.update" } });
  const [entry] = data;
  console.log(`  The operator changed it again, from ${entry?.ip}: ${changesOf(entry)}`);
  check(entry?.before?.["email"] === NEW, "the audit log does not have the former address");
  check(entry?.after?.["email"] === LAST, "the audit log does not have the new address");
  check(entry?.targetName === "Ada Lovelace", `the audit log names ${entry?.targetName}`);
  check(entry?.ip === "127.0.0.1" && entry.sessionId !== null, "an entry has no origin");
}

const changesOf = (entry: contract.AuditLogEntry | undefined) =>
  `${JSON.stringify(entry?.before)} → ${JSON.stringify(entry?.after)}`;

async function nameLearners({ client, check }: Operator): Promise<void> {
  const named = (username: string, index = 0) =>
    client.call(contract.createLearner, {
      body: { email: `name${index}@example.org`, username, password: PASSWORD },
    });
  for (const [index, name] of NAMES.entries()) {
    const { username } = await named(name, index);
    check(username === name.normalize("NFC"), `${name} became ${username}`);
  }
  const refusal = await named(REFUSED_NAME, NAMES.length).catch(codeOf);
  console.log(`  Learners are called ${NAMES.join(", ")}; ${REFUSED_NAME} is answered ${refusal}.`);
  check(refusal === "AUTH_INVALID_USERNAME", `${REFUSED_NAME} is answered ${String(refusal)}`);
}

/** The last mail to an address, as text; "" if there is none. */
function letterTo({ taken }: MailServer, address: string): string {
  const letter = taken.findLast(({ to }) => to.includes(address))?.text ?? "";
  return letter.replaceAll("=\r\n", "");
}

const codeIn = (mail: MailServer, address: string) =>
  /\r\n\r\n([\w-]{40,})\r\n/.exec(letterTo(mail, address))?.[1] ?? "";

const arrives = (mail: MailServer, address: string) =>
  until(() => letterTo(mail, address) !== "", WITHIN_MS).then(
    () => true,
    () => false,
  );
