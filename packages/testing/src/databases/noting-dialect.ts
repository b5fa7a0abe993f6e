import type { DatabaseConnection, Dialect } from "kysely";

/** Is told the text of each statement when it is run. */
export type Note = (text: string) => void;

/**
 * A dialect whose connections tell of their statements. Kysely's own log does so too, but measures
 * each and takes three more turns for it, which with hundreds of thousands of statements is long.
 *
 * @param note  undefined: the dialect stays as it is
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
