import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { exchangeIds } from '@p2p-rates/core'
import { startSimulator } from '@p2p-rates/simulator'
import { repository } from '../throw-away-copy.js'
import { type Built, buildWithoutDocker, rooted } from './build-without-docker.js'
import { type Instruction, readDockerfile, readExecForm, type Stage } from './dockerfile.js'

/**
 * Run the steps of deploy/Dockerfile in a clean folder without a container engine. Start the result as the image would,
 * run its health check, create a key and stop it.
 */
const stages = readDockerfile(readFileSync(join(repository, 'deploy/Dockerfile'), 'utf8'))

const main = async (): Promise<void> => {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'p2p-image-')))
  // Another user enters it below.
  chmodSync(place, 0o755)
  const simulator = await startSimulator({ seed: 7, exchanges: exchangeIds, faults: [] })
  try {
    const built = buildWithoutDocker(stages, place, console.log)
    console.log(`/app takes ${kibibytes(join(built.root, 'app'))} KiB.`)
    await tryOut(built, simulator.baseUrls)
  } finally {
    await simulator.close()
    spawnSync('chmod', ['-R', 'u+w', place])
    rmSync(place, { recursive: true, force: true })
  }
}

const tryOut = async ({ root, environment }: Built, urls: Readonly<Record<string, string>>): Promise<void> => {
  const someone = unprivileged(join(root, 'data'))
  spawnSync('chmod', ['-R', 'a-w', join(root, 'app')])
  const port = '18080'
  const env = {
    ...environment,
    PATH: `${join(root, 'usr/local/bin')}:${process.env.PATH}`,
    P2P_PORT: port,
    P2P_HOST: '127.0.0.1',
    P2P_METRICS_PORT: '0',
    P2P_FIATS: 'UAH',
    P2P_SIMULATED: 'true',
    P2P_PACING: 'off',
    P2P_EXCHANGE_URLS: exchangeIds.map((id) => `${id}=${urls[id]}`).join(','),
  }
  const options = { cwd: join(root, 'app'), env, ...someone }
  const check = (words: readonly string[]) => {
    const [program = '', ...rest] = words.map((word) => rooted(word, root))
    return spawnSync(program, rest, { ...options, encoding: 'utf8' })
  }
  const health = () => check(readExecForm(instruction('HEALTHCHECK').text)).status

  const [program = '', ...words] = readExecForm(instruction('ENTRYPOINT').text).map((word) => rooted(word, root))
  const server = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'exit')
  try {
    for await (const line of createInterface({ input: server.stdout }))
      if (line.includes('"message":"listening"')) break
    demand(health() === 0, 'the health check is content')
    const key = check(['p2p-server', 'keys', 'create', '--plan', 'Pro'])
    demand(/^p2p_\w{38}\n$/.test(key.stdout), '"p2p-server keys create" makes a key')
    demand(check(['sh', '-c', '! touch /app/x 2>/dev/null']).status === 0, 'its user may not write the program')
  } finally {
    server.kill('SIGTERM')
  }
  const [code] = await ended
  demand(code === 0, 'SIGTERM ends it with 0')
  demand(health() === 1, 'the health check notices that it is gone')
}

/** Root runs the image's programs as uid 65534; other users run them as themselves. */
const unprivileged = (data: string): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {}
  chownSync(data, 65_534, 65_534)
  return { uid: 65_534, gid: 65_534 }
}

const instruction = (name: string): Instruction => {
  const found = (stages.at(-1) as Stage).instructions.find((candidate) => candidate.name === name)
  if (found === undefined) throw new Error(`The image has no ${name}.`)
  return found
}

const demand = (holds: boolean, sentence: string): void => {
  if (!holds) throw new Error(`It does not hold that ${sentence}`)
  console.log(`ok  ${sentence}`)
}

const kibibytes = (folder: string): string =>
  spawnSync('du', ['-sk', folder], { encoding: 'utf8' }).stdout.split('\t')[0] ?? '?'

await main()
