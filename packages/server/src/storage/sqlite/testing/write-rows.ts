import { openDatabase } from '../database.js'

/** Writes `rows` numbered rows, each in its own transaction: `write-rows <file> <writer> <rows>`. */
const [path = '', writer = '', rows = ''] = process.argv.slice(2)
const database = openDatabase(path)
const insert = database.prepare('INSERT INTO item (writer, number) VALUES (?, ?)')
for (let number = 0; number < Number(rows); number++) database.transaction(() => insert.run(writer, number))
database.close()
