import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startPostgres } from '../postgres.js'
import { startRedis } from '../redis.js'

const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
const [postmaster] = readFileSync(join(dirname(postgres.target.path), 'data', 'postmaster.pid'), 'utf8').split('\n')
const folders = [postgres, redis].map(({ target }) => dirname(target.path))
console.log(JSON.stringify({ folders, processes: [Number(postmaster), Number(await redisProcess())] }))
setInterval(() => {}, 1_000)

async function redisProcess(): Promise<string> {
  const [, id = ''] = /process_id:(\d+)/.exec(String(await redis.run('INFO', 'server'))) ?? []
  return id
}
