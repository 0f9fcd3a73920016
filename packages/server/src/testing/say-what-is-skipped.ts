import { hasPostgres } from './postgres.js'
import { hasRedis } from './redis.js'

/** Before any test: says once, and not in every file, what is skipped. */
export default function sayWhatIsSkipped(): void {
  const missing = [
    ...(hasPostgres ? [] : ['PostgreSQL (P2P_TEST_DATABASE_URL names another)']),
    ...(hasRedis ? [] : ['Redis (P2P_TEST_REDIS_URL names another)']),
  ]
  if (missing.length > 0) console.log(`Tests of several servers are skipped: there is no ${missing.join(' and no ')}.`)
}
