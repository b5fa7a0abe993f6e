import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests that take long even if their files are short. */
const LONG = /\.(db|journey)\.test\.ts$/;

/**
 * The order of test files: in each project slow ones come first, so that the run does not end with
 * waiting for one of them; otherwise as usual, by earlier times or by size.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const byProject = Map.groupBy(usual, ({ project }) => project.name);
    return [...byProject.values()].flatMap((own) =>
      own.toSorted((a, b) => Number(LONG.test(b.moduleId)) - Number(LONG.test(a.moduleId))),
    );
  }
}
