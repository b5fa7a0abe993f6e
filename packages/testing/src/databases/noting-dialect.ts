import type { DatabaseConnection, Dialect } from "kysely";

/** Receives the text of each statement when it runs. */
export type Note = (text: string) => void;

/**
 * A dialect whose connections report their statements. Kysely's own log does so, too, but it
 * measures each and takes three more turns, which adds up over hundreds of thousands of statements.
 *
 * @param note  undefined returns the dialect unchanged
 */
export function noting(dialect: Dialect, note: Note | undefined): Dialect {
  if (note === undefined) return dialect;
  const telling = new WeakSet<DatabaseConnection>();

  const tell = (connection: DatabaseConnection) => {
    if (telling.has(connection)) return connection;
    telling.add(connection);
    const { executeQuery } = connection;
    connection.executeQuery = (query, options) => {
      note(query.sql);
      return executeQuery.call(connection, query, options) as never;
    };
    return connection;
  };

  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver() {
      const driver = dialect.createDriver();
      const acquire = driver.acquireConnection.bind(driver);
      driver.acquireConnection = async (options) => tell(await acquire(options));
      return driver;
    },
    createIntrospector: (database) => dialect.createIntrospector(database),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}
