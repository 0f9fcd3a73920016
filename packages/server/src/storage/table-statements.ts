import { catalogue, type Engine, type Since, type Table } from './tables.js'

const sqliteTypes = { text: 'TEXT', whole: 'INTEGER', bytes: 'BLOB' } as const

/** Version in which a part of a table came, by default with the table. Undefined if the engine has no such table. */
const sinceOf = (engine: Engine, table: Table, part: { readonly since?: Since }): number | undefined =>
  table.since[engine] === undefined ? undefined : (part.since?.[engine] ?? table.since[engine])

/** Columns with the data of a table in one version of an engine's data. */
export const columnsAt = (version: number, engine: Engine, table: Table): readonly string[] =>
  [...table.data].flatMap(([name, column]) =>
    (sinceOf(engine, table, column) ?? version + 1) <= version ? [name] : [],
  )

/** Newest version with a column, an index or statements of its own. */
export const newestVersion = (engine: Engine, ownStatements: Readonly<Record<number, string>>): number =>
  Math.max(
    ...Object.keys(ownStatements).map(Number),
    ...catalogue.flatMap((table) =>
      Object.values({ ...table.columns, ...table.indexes }).map((part) => sinceOf(engine, table, part) ?? 0),
    ),
  )

/** Makes the tables, columns and indexes that came with a version. */
export function statementsOf(engine: Engine, version: number): string {
  return catalogue
    .flatMap((table) => {
      const came = ([, part]: readonly [string, { readonly since?: Since }]) => sinceOf(engine, table, part) === version
      const columns = Object.entries(table.columns)
        .filter(came)
        .flatMap(([name, part]) => columnText(engine, table, name, part))
      const indexes = Object.entries(table.indexes ?? {})
        .filter((named) => came(named) && named[1][engine] !== undefined)
        .map(([end, index]) => `CREATE INDEX ${table.name}_${end} ON ${table.name}${index[engine]}`)
      return table.since[engine] === version
        ? [creation(engine, table, columns), ...indexes]
        : [...columns.map((text) => `ALTER TABLE ${table.name} ADD COLUMN ${text}`), ...indexes]
    })
    .map((statement) => `${statement};\n  `)
    .join('')
}

function creation(engine: Engine, table: Table, columns: readonly string[]): string {
  const composite = table.key.length > 1 ? [`PRIMARY KEY (${table.key.join(', ')})`] : []
  const constraint = table.constraint === undefined ? [] : [table.constraint]
  const body = [...columns, ...composite, ...constraint].join(',\n    ')
  if (engine === 'postgres') return `CREATE TABLE ${table.name} (\n    ${body}\n  )`
  return `CREATE TABLE ${table.name} (\n    ${table.sqlite ?? body}\n  ) STRICT${table.hasRowid ? '' : ', WITHOUT ROWID'}`
}

function columnText(engine: Engine, { key }: Table, name: string, part: Table['columns'][string]): readonly string[] {
  if (!('kind' in part)) return part[engine] === undefined ? [] : [`${name} ${part[engine]}`]
  const words = [
    `${name} ${engine === 'sqlite' ? sqliteTypes[part.kind] : part.type}`,
    part.isKey && key.length === 1 ? ' PRIMARY KEY' : part.isOptional ? '' : ' NOT NULL',
    part.isUnique ? ' UNIQUE' : '',
    part.default?.[engine] === undefined ? '' : ` DEFAULT ${part.default[engine]}`,
    part.references === undefined ? '' : ` REFERENCES ${part.references}`,
  ]
  return [words.join('')]
}
