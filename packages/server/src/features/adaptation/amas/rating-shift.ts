import type { EngineParameters, RatingState } from "@wordloom/engine";

/**
 * A word's rating after answers of several learners at once: the change made by one transaction is
 * added to the value that others have stored meanwhile. If they have stored nothing, it is exactly
 * the rating that the engine computed.
 *
 * @param now   as stored
 * @param made  the ratings before and after the answers
 */
export function shifted(
  now: RatingState,
  { from, to }: { readonly from: RatingState; readonly to: RatingState },
  { elo: rules }: EngineParameters,
): RatingState {
  if (now.games === from.games && now.elo === from.elo) return to;
  const elo = Math.min(Math.max(now.elo + to.elo - from.elo, rules.minElo), rules.maxElo);
  const games = now.games + to.games - from.games;
  const period = rules.parallelEloEnabled ? rules.parallelEloRefreshGames : 1;
  // The rating shown to selection is updated when the number of games passes a multiple of the
  // period.
  const isRefreshed = Math.floor(games / period) > Math.floor(now.games / period);
  return {
    elo,
    games,
    information: now.information + to.information - from.information,
    trend: now.trend + to.trend - from.trend,
    shownElo: isRefreshed ? elo : now.shownElo,
  };
}
