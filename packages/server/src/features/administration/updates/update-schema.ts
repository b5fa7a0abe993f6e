import { programSchema } from "../../../platform/database/schema-version.ts";
import { compareTags } from "../../../platform/release/release-tags.ts";
import type { ReleaseInfo } from "../../../platform/release/release-info.ts";
import { failUpdate } from "../../../platform/release/update-failure.ts";

/**
 * Refuses a release whose database this program could not read: then there would be no way back
 * from it. The newest release in between that can be installed is named.
 *
 * @param schema  of this program
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
