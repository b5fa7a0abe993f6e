import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests that take long, however short their files are. */
const LONG = /\.(db|journey)\.test\.ts$/;

/**
 * The order of test files: in each project those that take long come first, so that at the end none
 * of them is waited for alone; otherwise as usual, by former times or by size.
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
