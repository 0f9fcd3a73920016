import { hasPostgres } from '../packages/server/src/testing/postgres.js'
import { hasRedis } from '../packages/server/src/testing/redis.js'
import { hasOwnEngines } from '../proofs/replicas/programs.js'

/** Before any test: says once, and not in every file, what is skipped. */
export default function sayWhatIsSkipped(): void {
  const missing = [
    ...(hasPostgres ? [] : ['PostgreSQL answers (P2P_TEST_DATABASE_URL names another)']),
    ...(hasRedis ? [] : ['Redis answers (P2P_TEST_REDIS_URL names another)']),
    ...(hasOwnEngines ? [] : ['programs of both to start and to kill']),
  ]
  if (missing.length > 0) console.log(`Tests that need engines are skipped here: no ${missing.join(', no ')}.`)
}
