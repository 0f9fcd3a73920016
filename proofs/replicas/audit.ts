import type { AcceptedWrite } from './check/accepted-writes.js'
import type { Stage } from './stage.js'

/** What the database has accepted from those who lead, in the order of the commits, and from whom. */
export type Audit = {
  /** Of the market: every snapshot, and as `fence` every time that the lead was taken. */
  writes(): Promise<readonly (AcceptedWrite & { readonly server: string })[]>
  /** Who took the lead last; null before anybody has. */
  leader(): Promise<string | null>
  /** Of snapshots. */
  count(): Promise<number>
}

const triggers = `
CREATE TABLE audit (id bigserial PRIMARY KEY, kind text, about text, number bigint, writer text);
CREATE FUNCTION audit_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit (kind, about, number, writer) VALUES ('snapshot', NEW.about,
    (NEW.event::json -> 'snapshot' ->> 'version')::bigint, current_setting('application_name'));
  RETURN NULL;
END $$;
CREATE TRIGGER audit_state AFTER INSERT OR UPDATE ON state
  FOR EACH ROW WHEN (NEW.about LIKE 'snapshot %') EXECUTE FUNCTION audit_state();
CREATE FUNCTION audit_fence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit (kind, about, number, writer) VALUES ('fence', NEW.name, NEW.generation,
    current_setting('application_name'));
  RETURN NULL;
END $$;
CREATE TRIGGER audit_fence AFTER INSERT OR UPDATE ON fence
  FOR EACH ROW WHEN (NEW.name = 'market') EXECUTE FUNCTION audit_fence();
`

/** Over tables that are there already, before anybody leads. */
export async function keepAudit(stage: Pick<Stage, 'sql'>): Promise<Audit> {
  await stage.sql(triggers)
  return {
    writes: async () => {
      const rows = await stage.sql(
        'SELECT kind, about, number, writer FROM audit ORDER BY pg_xact_commit_timestamp(xmin), id',
      )
      const generations = new Map<string, number>()
      return rows.flatMap(({ kind, about, number, writer }) => {
        const server = serverNamed(String(writer))
        if (kind === 'fence') generations.set(server, Number(number))
        // Without prices there is nothing that could be older.
        if (number === null) return []
        return [{ fiat: String(about), version: Number(number), generation: generations.get(server) ?? 0, server }]
      })
    },
    leader: async () => {
      const [last] = await stage.sql("SELECT writer FROM audit WHERE kind = 'fence' ORDER BY id DESC LIMIT 1")
      return last === undefined ? null : serverNamed(String(last.writer))
    },
    count: async () =>
      Number((await stage.sql("SELECT count(*) AS count FROM audit WHERE kind = 'snapshot'"))[0]?.count),
  }
}

const serverNamed = (writer: string): string => writer.replace('server-', '')
