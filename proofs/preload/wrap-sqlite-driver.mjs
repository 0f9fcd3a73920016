import { createRequire } from 'node:module'

/**
 * Puts something between the server and its SQLite driver, before the server is loaded. `around(call, proceed)` sees
 * every statement that may write: `call` is { kind: 'exec' | 'run', sql, path }.
 */
export const wrapSqliteDriver = (around) => {
  const require = createRequire(process.argv[1])
  const builtIn = Number.parseInt(process.versions.node, 10) >= 24
  const name = builtIn ? 'node:sqlite' : '@photostructure/sqlite'
  const driver = require(name)
  const Original = driver.DatabaseSync

  const wrapStatement = (statement, sql, path) =>
    new Proxy(statement, {
      get: (target, property) => {
        const value = Reflect.get(target, property, target)
        if (typeof value !== 'function') return value
        if (property === 'run') return (...values) => around({ kind: 'run', sql, path }, () => target.run(...values))
        return value.bind(target)
      },
    })

  // A function, because `new` on it may then hand out the proxy.
  function DatabaseSync(path, options) {
    return new Proxy(new Original(path, options), {
      get: (target, property) => {
        const value = Reflect.get(target, property, target)
        if (typeof value !== 'function') return value
        if (property === 'exec') return (sql) => around({ kind: 'exec', sql, path }, () => target.exec(sql))
        if (property === 'prepare') return (sql) => wrapStatement(target.prepare(sql), sql, path)
        return value.bind(target)
      },
    })
  }

  if (builtIn) driver.DatabaseSync = DatabaseSync
  else require.cache[require.resolve(name)].exports = { ...driver, DatabaseSync }
}
