import { programSchema } from "../../../platform/database/schema-version.ts";
import { compareTags } from "../../../platform/release/release-tags.ts";
import type { ReleaseInfo } from "../../../platform/release/release-info.ts";
import { failUpdate } from "../../../platform/release/update-failure.ts";

/**
 * Refuses a release whose database this program could not read, because a rollback would be
 * impossible. The error names the newest release in between that can be installed.
 *
 * @param schema  schema version of this program
 * @throws UpdateFailure StepRequired
 */
export function checkStep(
  { minReaderSchema, versions, version }: ReleaseInfo,
  schema: number = programSchema(),
): void {
  if (minReaderSchema <= schema) return;
  const [step] = versions
    .filter((each) => each.schema >= minReaderSchema && each.minReaderSchema <= schema)
    .filter((each) => compareTags(each.version, version) < 0)
    .toSorted((one, other) => compareTags(other.version, one.version));
  failUpdate("StepRequired", `install ${step?.version ?? "a release in between"} first`);
}
