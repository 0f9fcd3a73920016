import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../testing/make-folder.js'
import { makeTestDatabase, needsPostgres } from '../testing/postgres.js'
import { runCommand } from './testing/run-command.js'

test('data go to PostgreSQL and back, and no password is printed', needsPostgres, async () => {
  const folder = makeFolder()
  const database = await makeTestDatabase()
  try {
    const [dataDir, back] = [join(folder, 'there'), join(folder, 'back')]
    await runCommand('accounts create Somebody', dataDir)
    const { url } = await database.newSchema()
    const address = new URL(url)
    const place = `postgres://${address.host}${address.pathname}`
    address.password ||= 'of-nobody'
    const where = address.href
    const pages = [
      await runCommand(`copy --from ${dataDir} --to ${where}`, dataDir),
      await runCommand(`copy --from ${where} --to ${back}`, dataDir),
      await runCommand(`copy --verify --from ${where} --to ${back}`, dataDir),
      await runCommand(`copy --verify --from ${dataDir} --to ${where}`, dataDir),
    ]
    const rows = pages.map(({ out }) => out.split('\n').slice(0, -1))
    for (const page of pages) expect(page).toMatchObject({ code: 0, err: '', out: expect.stringContaining(place) })
    for (const each of rows) expect(each).toEqual(rows[0])
    pages.push(await runCommand(`copy --from ${dataDir} --to ${where}`, dataDir))
    expect(pages.at(-1)).toMatchObject({ code: 1, err: expect.stringContaining(`${place} is not empty`) })
    expect(JSON.stringify(pages)).not.toContain(address.password)
  } finally {
    await database.drop()
  }
})
