import { seededRandom } from "./seeded-random.ts";
import { mean } from "./metrics.ts";

export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const BLOCK = 50;
const DRAWS = 2000;

/**
 * Mean of differences with its 95 % interval: bootstrap over blocks of neighbors, because reviews
 * of one evening are correlated.
 *
 * @param differences  in the order of time
 * @param seed         the same seed gives the same interval
 */
export function blockInterval(differences: readonly number[], seed: number): Interval {
  return intervalOver(differences, seed, BLOCK);
}

/**
 * Mean of one value per learner with its 95 % interval: bootstrap over learners.
 *
 * @param seed  the same seed gives the same interval
 */
export function learnerInterval(values: readonly number[], seed: number): Interval {
  return intervalOver(values, seed, 1);
}

function intervalOver(differences: readonly number[], seed: number, size: number): Interval {
  const count = Math.ceil(differences.length / size);
  const blocks = Array.from({ length: count }, (_, i) => {
    const block = differences.slice(i * size, (i + 1) * size);
    return { sum: block.reduce((sum, value) => sum + value, 0), n: block.length };
  });
  const random = seededRandom(seed);
  const means = Array.from({ length: DRAWS }, () => drawnMean(blocks, random));
  means.sort((a, b) => a - b);
  const at = (share: number) => means[Math.round(share * (DRAWS - 1))] as number;
  return { mean: mean(differences), low: at(0.025), high: at(0.975) };
}

function drawnMean(blocks: readonly { sum: number; n: number }[], random: () => number): number {
  let sum = 0;
  let n = 0;
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[Math.floor(random() * blocks.length)] as { sum: number; n: number };
    sum += block.sum;
    n += block.n;
  }
  return sum / n;
}

/** A ratio with its interval. */
export function ratioText({ mean: middle, low, high }: Interval): string {
  return `${middle.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}
