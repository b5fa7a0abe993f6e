import { concludeExperiment } from "./conclude.ts";
import { holm } from "./holm.ts";
import { armInterval } from "./interval.ts";
import { meanStats, ratioStats, welchTest } from "./mean.ts";
import { newcombe, twoProportionTest, wilson } from "./proportion.ts";
import { sampleRatioPValue } from "./sample-ratio.ts";
import { sampleSize } from "./sample-size.ts";
import { sequentialBound } from "./sequential.ts";

/** Statistics for experiments, grouped under one name. */
export const experiments = {
  wilson,
  newcombe,
  twoProportionTest,
  welchTest,
  meanStats,
  ratioStats,
  sampleSize,
  sampleRatioPValue,
  sequentialBound,
  holm,
  armInterval,
  concludeExperiment,
} as const;
