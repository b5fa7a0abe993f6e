import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import openapiTS, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openService, type TestService } from "@wordloom/testing/service/web-service";
import {
  addWordsToBook,
  createBook,
} from "@wordloom/server/features/library/wordbooks/wordbooks.service";
import { storeWords } from "@wordloom/server/features/library/words/word-store.service";
import { transact } from "@wordloom/server/platform/database/transaction";

// Does what the author of a client does: fetch the document, generate types from it, compile.

const run = promisify(execFile);
/** The generator needs this older compiler, and so clients have it. */
const TSC = join(import.meta.dirname, "node_modules/typescript/bin/tsc");
const STRICT = [
  ...["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--types", "node"],
  // A Node program: browser types are a fifth of everything to read and check.
  ...["--lib", "es2022"],
  ...["--module", "nodenext", "--target", "es2022", "--rewriteRelativeImportExtensions"],
  // Other packages' declarations are not under test, and take most of the time to check.
  "--skipLibCheck",
];

let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await openService({ API_ONLY: "true", STARTER_WORDBOOKS: "false" });
  await addSmallBook(service);
  folder = await mkdtemp(join(tmpdir(), "generated-client-"));
  await symlink(join(import.meta.dirname, "../../node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
});
/** Adds the part of the starter words that the tour needs; importing all takes seconds. */
async function addSmallBook({ app: { deps } }: TestService): Promise<void> {
  const wordIds = ["apple", "bridge", "cloud"];
  const words = wordIds.map((id) => ({ id, text: id, meaning: `what "${id}" means` }));
  await transact(deps.database, async (tx) => {
    const draft = { name: "Small", description: "", tags: [], userId: null };
    const { id } = await createBook(deps, tx, draft);
    await storeWords(deps, tx, words);
    await addWordsToBook(tx, id, wordIds, 0);
  });
}

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

describe("a client generated from the OpenAPI document", () => {
  it("compiles strictly, and takes the README's tour", async () => {
    const types = await openapiTS(new URL(`${service.url}/api/openapi.json`));
    await writeFile(join(folder, "schema.ts"), astToString(types));
    await copyFile(join(import.meta.dirname, "tour/tour.ts"), join(folder, "tour.ts"));
    const compiled = run(process.execPath, [TSC, ...STRICT, "tour.ts"], { cwd: folder });
    const faults = ({ stdout }: { stdout: string }) => ({ stdout });
    expect(await compiled.catch(faults)).toMatchObject({ stdout: "" });

    const { tour } = (await import(pathToFileURL(join(folder, "tour.js")).href)) as {
      readonly tour: (url: string) => Promise<unknown>;
    };
    expect(await tour(service.url)).toEqual({
      book: "Small",
      word: expect.any(String),
      meaning: expect.stringContaining("means"),
      recordId: expect.any(String),
      state: expect.any(String),
      attention: expect.any(Number),
      refusal: "NOT_FOUND",
    });
  });
});
