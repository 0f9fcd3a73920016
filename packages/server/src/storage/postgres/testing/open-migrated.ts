import { onTestFinished } from 'vitest'
import type { TestSchema } from '../../../testing/postgres.js'
import { openDatabase, type PostgresDatabase } from '../database.js'
import { migrate } from '../migrate.js'

export async function openMigrated(place: TestSchema): Promise<PostgresDatabase> {
  const database = openDatabase(place)
  onTestFinished(() => database.close())
  await migrate(database)
  return database
}
