import { defaultParameters, withParameters, type RatingState } from "@wordloom/engine";
import { describe, expect, it } from "vitest";
import { shifted } from "./rating-shift.ts";

const parameters = defaultParameters();
const rating = (elo: number, games: number, more: Partial<RatingState> = {}): RatingState => ({
  elo,
  games,
  information: games / 10,
  trend: 0,
  shownElo: elo,
  ...more,
});
const made = { from: rating(1_200, 4), to: rating(1_216, 5) };

describe("a word's rating after answers of several learners at once", () => {
  it("is the engine's if nobody else has stored one", () => {
    expect(shifted(made.from, made, parameters)).toBe(made.to);
  });

  it("counts the games, and adds the changes, of all", () => {
    const now = shifted(rating(1_180, 7), made, parameters);
    expect(now).toEqual({ ...rating(1_196, 8), information: expect.closeTo(0.8, 10) });
  });

  it("stays within its bounds", () => {
    const { maxElo } = parameters.elo;
    expect(shifted(rating(maxElo - 1, 7), made, parameters).elo).toBe(maxElo);
  });

  it("is refreshed for selection once per period, even with parallel chains", () => {
    const parallel = withParameters(parameters, { "elo.parallelEloEnabled": true });
    const period = parallel.elo.parallelEloRefreshGames;
    const shown = (games: number) =>
      shifted(rating(1_180, games, { shownElo: 1_000 }), made, parallel).shownElo;
    expect([shown(period - 2), shown(period - 1), shown(period)]).toEqual([1_000, 1_196, 1_000]);
  });
});
