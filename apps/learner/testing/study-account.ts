import type { TestService } from "./service.ts";

/** An account with a plan, made over the interface of the service. */
export interface StudyAccount {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  /** Calls the service as this learner. @throws when it refuses */
  readonly ask: <T>(method: string, path: string, body?: object) => Promise<T>;
  /** What the service has of her answers, oldest first. */
  readonly answers: () => Promise<readonly StoredAnswer[]>;
}

interface StoredAnswer {
  readonly clientRecordId: string | null;
  readonly wordId: string;
  readonly atMs: number;
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

const password = "Reading-room-42";
let accounts = 0;

/**
 * A new account that studies the given words, by recall alone: their book is its only one.
 *
 * @param words text and meaning
 */
export async function studyAccount(
  service: TestService,
  words: readonly (readonly [text: string, meaning: string])[],
): Promise<StudyAccount> {
  const username = `learner ${(accounts += 1)}`;
  const email = `study${accounts}@example.org`;
  let token = "";
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const reply = await fetch(service.url + path, {
      method,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(token !== "" && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`);
    return ((await reply.json()) as { data: T }).data;
  };
  const signed = await ask<{ accessToken: string; user: { id: string } }>(
    "POST",
    "/api/auth/register",
    { email, username, password },
  );
  token = signed.accessToken;
  const { id } = signed.user;
  const book = await ask<{ id: string }>("POST", "/api/wordbooks", { name: "Mine" });
  const text = words.map((word) => word.map(quoted).join("\t")).join("\n");
  await ask("POST", `/api/wordbooks/${book.id}/words/text`, { text, mode: "add" });
  await ask("PUT", "/api/study-config", {
    selectedWordbookIds: [book.id],
    dailyWordCount: words.length,
  });
  const kinds = {
    "word-to-meaning": false,
    "meaning-to-word": false,
    recall: true,
    spelling: false,
  };
  await ask("PUT", "/api/users/me/app-settings", { revision: 0, settings: { kinds } });
  const answers = async () => {
    const rows = await service.app.deps.database
      .selectFrom("records")
      .where("user_id", "=", id)
      .select(["client_record_id", "word_id", "created_at_ms"])
      .orderBy("created_at_ms")
      .execute();
    return rows.map((row) => ({
      clientRecordId: row.client_record_id,
      wordId: row.word_id,
      atMs: row.created_at_ms,
    }));
  };
  return { id, email, password, token, ask, answers };
}
