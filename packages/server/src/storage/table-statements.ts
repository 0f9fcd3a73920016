import { catalogue, type Engine, type Since, type Table } from './tables.js'

const sqliteTypes = { text: 'TEXT', whole: 'INTEGER', bytes: 'BLOB' } as const

/** First version with a part of a table. Infinity if the engine has no such table. */
export const sinceOf = (engine: Engine, table: Table, part: { readonly since?: Since }): number =>
  table.since[engine] === undefined ? Number.POSITIVE_INFINITY : (part.since?.[engine] ?? table.since[engine])

/** Statements of each version, from the first one: tables, columns and indexes that came with it, then its own. */
export function statementsByVersion(engine: Engine, own: Readonly<Record<number, string>>): readonly string[] {
  const texts = new Map<number, string>()
  for (const [version, statement] of catalogue.flatMap((table) => [...statementsOf(engine, table)]))
    texts.set(version, `${texts.get(version) ?? ''}${statement};\n  `)
  const newest = Math.max(...texts.keys(), ...Object.keys(own).map(Number))
  return Array.from({ length: newest }, (_, at) => (texts.get(at + 1) ?? '') + (own[at + 1] ?? ''))
}

function* statementsOf(engine: Engine, table: Table): Generator<readonly [version: number, statement: string]> {
  const { name, data, columns, indexes = {} } = table
  const first = sinceOf(engine, table, table)
  if (first === Number.POSITIVE_INFINITY) return
  const texts = Object.entries(columns).map(
    ([column, part]) => [sinceOf(engine, table, part), columnText(engine, table, column, part)] as const,
  )
  const ofFirst = texts.flatMap(([version, text]) => (version === first && text !== null ? [text] : []))
  yield [first, creation(engine, table, ofFirst)]
  for (const [version, text] of texts)
    if (version > first && text !== null) yield [version, `ALTER TABLE ${name} ADD COLUMN ${text}`]
  for (const [column, part] of data)
    if (part.isPacked && engine === 'postgres')
      yield [sinceOf(engine, table, part), `ALTER TABLE ${name} ALTER COLUMN ${column} SET STORAGE EXTERNAL`]
  for (const [end, index] of Object.entries(indexes))
    if (index[engine] !== undefined)
      yield [sinceOf(engine, table, index), `CREATE INDEX ${name}_${end} ON ${name}${index[engine]}`]
}

function creation(engine: Engine, table: Table, columns: readonly string[]): string {
  const composite = table.key.length > 1 ? [`PRIMARY KEY (${table.key.join(', ')})`] : []
  const constraint = table.constraint === undefined ? [] : [table.constraint]
  const body = [...columns, ...composite, ...constraint].join(',\n    ')
  if (engine === 'postgres') return `CREATE TABLE ${table.name} (\n    ${body}\n  )`
  return `CREATE TABLE ${table.name} (\n    ${table.sqlite ?? body}\n  ) STRICT${table.hasRowid ? '' : ', WITHOUT ROWID'}`
}

function columnText(engine: Engine, { key }: Table, name: string, part: Table['columns'][string]): string | null {
  if (!('kind' in part)) return part[engine] === undefined ? null : `${name} ${part[engine]}`
  const words = [
    `${name} ${engine === 'sqlite' ? sqliteTypes[part.kind] : part.type}`,
    part.isKey && key.length === 1 ? ' PRIMARY KEY' : part.isOptional ? '' : ' NOT NULL',
    part.isUnique ? ' UNIQUE' : '',
    part.default?.[engine] === undefined ? '' : ` DEFAULT ${part.default[engine]}`,
    part.references === undefined ? '' : ` REFERENCES ${part.references}`,
  ]
  return words.join('')
}
