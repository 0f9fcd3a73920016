import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, createServer as createListener } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Balancer, startBalancer } from './balancer.js'
import { type FakeServer, startFakeServer } from './fake-server.js'

// Short for a test, and long enough for a fake that has to share its processor.
const checkEveryMs = 250

const startFake = async (name: string): Promise<FakeServer> => {
  const fake = await startFakeServer(name)
  onTestFinished(fake.stop)
  return fake
}

let balancer: Balancer
beforeEach(async () => {
  balancer = await startBalancer({ checkEveryMs })
})
afterEach(() => balancer.close())

const isIn = (url: string) => balancer.servers().find((server) => server.url === url)?.isIn
async function addAll(...fakes: readonly FakeServer[]): Promise<void> {
  for (const { url } of fakes) balancer.add(url)
  for (const { url } of fakes) await expect.poll(() => isIn(url)).toBe(true)
}

type Asked = { readonly method?: string; readonly agent?: Agent | false }

const open = (path: string, { method = 'GET', agent = false }: Asked = {}): Promise<IncomingMessage> =>
  new Promise((done, fail) => {
    request(`${balancer.url}${path}`, { method, agent }, done).once('error', fail).end()
  })
async function ask(path: string, options: Asked = {}): Promise<string> {
  const answer = await open(path, options)
  let text = ''
  for await (const piece of answer) text += piece
  return `${answer.statusCode} ${text}`
}
async function openStream(): Promise<{ readonly name: string; readonly ended: Promise<unknown>; end(): void }> {
  const answer = await open('/stream')
  const [piece] = (await once(answer, 'data')) as [Buffer]
  const ended = new Promise((done) => answer.on('error', () => {}).once('close', done))
  return { name: /data: (\w+)/.exec(piece.toString())?.[1] ?? '', ended, end: () => void answer.destroy() }
}

test('streams are spread: every server has an equal number, and a late one catches up', async () => {
  const [one, two, three] = [await startFake('one'), await startFake('two'), await startFake('three')]
  await addAll(one, two)
  const first = await Promise.all(Array.from({ length: 20 }, openStream))
  expect([one.streams.size, two.streams.size]).toEqual([10, 10])
  await addAll(three)
  await Promise.all(Array.from({ length: 10 }, openStream))
  expect([one, two, three].map(({ streams }) => streams.size)).toEqual([10, 10, 10])
  for (const stream of first.filter(({ name }) => name === 'one')) stream.end()
  await expect.poll(() => one.streams.size).toBe(0)
  await expect.poll(() => balancer.servers().find(({ url }) => url === one.url)?.connections).toBe(0)
  expect((await openStream()).name).toBe('one')
})

test('single requests alternate', async () => {
  const [one, two] = [await startFake('one'), await startFake('two')]
  await addAll(one, two)
  for (let request = 0; request < 20; request++) {
    await ask('/x')
    await expect.poll(() => balancer.servers().every(({ connections }) => connections === 0)).toBe(true)
  }
  expect([one.asked.length, two.asked.length]).toEqual([10, 10])
})

test('one that says that it is not ready gets nothing new, keeps its streams, and comes back', async () => {
  const [one, two] = [await startFake('one'), await startFake('two')]
  await addAll(one)
  const stream = await openStream()
  await addAll(two)
  one.isReady = false
  await expect.poll(() => isIn(one.url)).toBe(false)
  expect(await Promise.all(Array.from({ length: 5 }, () => ask('/x')))).toEqual(Array(5).fill('200 two'))
  expect([stream.name, one.streams.size]).toEqual(['one', 1])
  one.isReady = true
  await expect.poll(() => isIn(one.url)).toBe(true)
  two.isReady = false
  await expect.poll(() => isIn(two.url)).toBe(false)
  expect(await ask('/x')).toBe('200 one')
})

test('a dead server breaks only its open answers: connections are tried elsewhere at once', async () => {
  const [one, two] = [await startFake('one'), await startFake('two')]
  await addAll(one, two)
  one.stop()
  expect(await Promise.all(Array.from({ length: 10 }, () => ask('/x')))).toEqual(Array(10).fill('200 two'))
  await expect.poll(() => isIn(one.url)).toBe(false)
})

test.skipIf(process.platform === 'win32')('one that is paused is taken out, and its streams end', async () => {
  const script = `
    const server = require('node:http').createServer((_, answer) => answer.write('data: one\\n\\n'))
    server.on('request', (request, answer) => request.url === '/readyz' && answer.end())
    server.listen(0, '127.0.0.1', () => console.log(server.address().port))`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  const url = `http://127.0.0.1:${port.toString().trim()}`
  balancer.add(url)
  await expect.poll(() => isIn(url)).toBe(true)
  const stream = await openStream()
  child.kill('SIGSTOP')
  await stream.ended
  expect(isIn(url)).toBe(false)
  child.kill('SIGCONT')
  await expect.poll(() => isIn(url)).toBe(true)
})

test('nothing is ever asked twice, also where an answer never comes', async () => {
  const [one, two] = [await startFake('one'), await startFake('two')]
  await addAll(one, two)
  for (const method of ['GET', 'POST']) await expect(ask('/break', { method })).rejects.toThrow()
  expect([...one.asked, ...two.asked].toSorted()).toEqual(['GET /break', 'POST /break'])
})

test('a connection that is kept stays with its server', async () => {
  const [one, two] = [await startFake('one'), await startFake('two')]
  await addAll(one, two)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const answers = new Set<string>()
  for (let request = 0; request < 5; request++) answers.add(await ask('/x', { agent }))
  expect(answers.size).toBe(1)
})

test('without a ready server, an error says so', async () => {
  expect(await ask('/x')).toBe('503 No server is ready.\n')
  const one = await startFake('one')
  one.isReady = false
  balancer.add(one.url)
  expect(await ask('/x')).toContain('503')
  one.isReady = true
  await expect.poll(() => ask('/x')).toBe('200 one')
  balancer.remove(one.url)
  expect([await ask('/x'), balancer.servers()]).toEqual(['503 No server is ready.\n', []])
})

test('where the wanted port is taken, it takes another', async () => {
  const taken = createListener()
  await once(taken.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  const other = await startBalancer({ port })
  expect(other.url).not.toBe(`http://127.0.0.1:${port}`)
  await other.close()
})
