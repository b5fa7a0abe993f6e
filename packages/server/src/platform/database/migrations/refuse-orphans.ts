/** The trigger with which SQLite refuses a row of `table` whose owner (`where`) is gone. */
export function refuseOrphans(table: string, owners: string, where: string, gone: string): string {
  return `create trigger ${table}_owner after insert on ${table}
    when not exists (select 1 from ${owners} where ${where})
    begin
      select raise(abort, '${gone}');
    end`;
}
