import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '@p2p-rates/core/internal'
import { onTestFinished } from 'vitest'
import { createSecretBox, type SecretBox } from '../../../alerts/webhooks/master-key.js'
import { makeFolder } from '../../../testing/make-folder.js'
import { openDatabase } from '../../sqlite/database.js'
import { inspect } from '../../sqlite/inspect.js'
import { databasePathOf, openSqliteStore } from '../../sqlite/open-store.js'
import type { Store } from '../../store.js'
import { compareData, copyData, type ReportRows } from '../copy-data.js'
import { openCopySource, openCopyTarget, refuseForeignSecrets } from '../open-copy-source-and-target.js'
import { fillStore } from './fill-store.js'

export const seed = Number(process.env.SEED)
export const random = createRandom(seed)

const secretBox = createSecretBox(randomBytes(32))
export const quiet: ReportRows = () => {}

export const copy = async (from: string, to: string, reportRows = quiet, key: SecretBox | null = secretBox) => {
  const source = await openCopySource(from)
  try {
    const judge = (reading: Parameters<typeof refuseForeignSecrets>[0]) =>
      refuseForeignSecrets(reading, { name: source.name, secretBox: key, nowMs: 0 })
    return await copyData({ source, target: await openCopyTarget(to) }, { judge, reportRows })
  } finally {
    await source.close()
  }
}

export const compare = async (from: string, to: string) => {
  const [one, other] = [await openCopySource(from), await openCopySource(to)]
  try {
    return await compareData(one, other, quiet)
  } finally {
    await one.close()
    await other.close()
  }
}

export const makeWhole = async (folder: string): Promise<string> => {
  const store = openSqliteStore(folder)
  await fillStore(store, secretBox, random)
  await store.close()
  return folder
}

export const copyOf = (whole: string): string => {
  const folder = fresh()
  mkdirSync(folder)
  copyFileSync(databasePathOf(whole), databasePathOf(folder))
  return folder
}

export const fresh = (): string => join(makeFolder(), 'data')

export const change = (folder: string, sql: string): void => {
  const inside = openDatabase(databasePathOf(folder))
  inside.exec(sql)
  inside.close()
}

export const opened = <Opened extends Store>(store: Opened): Opened => {
  onTestFinished(() => store.close())
  return store
}

export const rowsIn = (folder: string): number => {
  const rows = [...inspect(databasePathOf(folder)).rows].filter(([name]) => name !== 'meta')
  return rows.reduce((sum, [, count]) => sum + count, 0)
}
