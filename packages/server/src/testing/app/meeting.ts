import type { KyselyPlugin } from "kysely";

/**
 * Lets processes share work whatever their speed: each one keeps the first work that it takes
 * until all of them have some.
 *
 * @param count  of the processes
 * @param isTaken  whether a statement with such a row takes work
 * @returns makes the plugin for the database of one process
 */
export function meeting(count: number, isTaken: (row: object) => boolean): () => KyselyPlugin {
  const { promise: complete, resolve } = Promise.withResolvers<void>();
  let met = 0;
  return () => {
    let isHere = false;
    return {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const [row] = result.rows;
        if (isHere || row === undefined || !isTaken(row)) return result;
        isHere = true;
        if ((met += 1) === count) resolve();
        await complete;
        return result;
      },
    };
  };
}
