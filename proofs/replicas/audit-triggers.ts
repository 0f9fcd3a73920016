import type { Cluster } from './cluster.js'

const triggers = `
CREATE TABLE audit (id bigserial PRIMARY KEY, kind text, about text, number bigint, updated bigint, writer text);
CREATE FUNCTION audit_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit (kind, about, number, updated, writer) VALUES ('snapshot', NEW.about,
    (NEW.event::json -> 'snapshot' ->> 'version')::bigint, (NEW.event::json -> 'snapshot' ->> 'updatedAtMs')::bigint,
    current_setting('application_name'));
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

/** Add the audit triggers. Call it after the tables exist and before any server leads. */
export async function keepAudit(cluster: Pick<Cluster, 'sql'>) {
  await cluster.sql(triggers)
  return {
    /** Market writes in commit order: each snapshot, and one entry `market` each time a server took the lead. */
    writes: async () => {
      // Each takes its number under the lock of the row that it is about, which is held until the commit.
      const rows = await cluster.sql('SELECT * FROM audit ORDER BY id')
      const generations = new Map<string, number>()
      return rows.flatMap(({ kind, about, number, updated, writer }) => {
        const server = serverNamed(String(writer))
        if (kind === 'fence') generations.set(server, Number(number))
        // Without prices there is nothing that could be older.
        if (number === null) return []
        const generation = generations.get(server) ?? 0
        const updatedAtMs = updated === null ? null : Number(updated)
        return [{ fiat: String(about), version: Number(number), generation, updatedAtMs, server }]
      })
    },
    leader: async () => {
      const [last] = await cluster.sql(`SELECT writer FROM audit WHERE kind = 'fence' ORDER BY id DESC LIMIT 1`)
      return last === undefined ? null : serverNamed(String(last.writer))
    },
  }
}

export type Audit = Awaited<ReturnType<typeof keepAudit>>

const serverNamed = (writer: string): string => writer.replace('server-', '')
