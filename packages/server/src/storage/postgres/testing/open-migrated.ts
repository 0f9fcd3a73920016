import { onTestFinished } from 'vitest'
import type { PostgresPlace } from '../../../testing/postgres.js'
import { openDatabase, type PostgresDatabase } from '../database.js'
import { migrate } from '../migrate.js'

export async function openMigrated(place: PostgresPlace): Promise<PostgresDatabase> {
  const database = openDatabase(place)
  onTestFinished(() => database.close())
  await migrate(database)
  return database
}
