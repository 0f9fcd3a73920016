import { join } from 'node:path'
import { makeKey } from '@p2p-rates/server/testing'
import type { Receiver } from '@p2p-rates/simulator'
import { type ApiAnswer, type ApiCall, bodyOf, openApi } from '../harness/api-call.js'
import {
  endProcess,
  type Launch,
  runCommand,
  type ServerProcess,
  startServerProcess,
  untilReady,
} from '../harness/server-process.js'
import { surePrice } from '../sure-price.js'
import type { Canaries } from './canaries.js'
import { openClients } from './exercise-accounts.js'

type Hook = { readonly id: string; readonly secret?: string }

type Setting = {
  readonly root: string
  readonly receiver: Receiver
  readonly canaries: Canaries
  readonly metricsUrl: string
  readonly mails: readonly { readonly text: string }[]
}

/** Returns every text that it met, and the 401 of each class of key as bytes. */
export async function exerciseServer(launch: Launch, { root, receiver, canaries, metricsUrl, mails }: Setting) {
  const texts = new Map<string, string>()
  const lives: ServerProcess[] = []
  const begin = async () => {
    const server = startServerProcess(launch)
    lives.push(server)
    const url = await untilReady(server)
    return { server, url, ...openApi(url) }
  }
  /** An answer that may show nothing: all of it is searched. */
  const keep = (answer: ApiAnswer, what: string): ApiAnswer => {
    texts.set(`answer ${texts.size} to ${what}`, `${JSON.stringify(answer.headers)}\n${answer.text}`)
    return answer
  }
  const command = async (...words: string[]) => {
    const { exit, output } = runCommand(words, launch)
    await exit
    return output()
  }
  const createKey = async (): Promise<{ key: string; id: string }> => {
    const shown = await command('keys', 'create', '--plan', 'Business')
    const key = /p2p_\w{38}/.exec(shown)?.[0] ?? ''
    canaries.key(key)
    texts.set(`keys create ${texts.size}`, shown.replace(key, ''))
    return { key, id: /key_\w{12,}/.exec(shown)?.[0] ?? '' }
  }

  try {
    let life = await begin()
    const { key, id } = await createKey()
    const other = await createKey()
    await useEverywhere({ ...life, key, keep })
    const hooks = await createHooks({ ...life, key, keep }, receiver, canaries)
    await misuseBodies({ ...life, key, keep }, hooks[0]?.secret ?? '')
    await openClients({ ...life, key, command, mails, canaries, keep })
    await receiver.waitForDeliveries(hooks.length)
    texts.set('metrics', await (await fetch(metricsUrl)).text())
    const backup = join(root, 'backup.db')
    texts.set('backup', await command('backup', backup))
    await life.close()
    await endProcess(life.server, 'SIGKILL')

    life = await begin()
    await useEverywhere({ ...life, key, keep })
    for (const hook of hooks) canaries.webhookSecret((await rotate(life.call, key, hook.id)).secret ?? '')
    for (const hook of hooks) keep(await life.call('POST', `/webhooks/${hook.id}/test`, { key }), 'a ping')
    await receiver.waitForDeliveries(hooks.length * 2)
    texts.set('revoke', await command('keys', 'revoke', id))
    const refusals = await refuse(life.url, key)
    texts.set('restore', await command('restore', backup))
    await useEverywhere({ ...life, key: other.key, keep })
    texts.set('verify', await command('verify', backup))
    texts.set('config check', await command('config', 'check'))
    texts.set('keys list', await command('accounts', 'list'))
    texts.set('metrics later', await (await fetch(metricsUrl)).text())
    await life.close()
    await endProcess(life.server, 'SIGTERM')
    return { texts, refusals }
  } finally {
    for (const [number, server] of lives.entries()) {
      await endProcess(server, 'SIGKILL')
      texts.set(`log of life ${number}`, server.output())
    }
    for (const [number, { headers, body, path }] of receiver.deliveries.entries())
      texts.set(`delivery ${number}`, `${path}\n${[...headers].join('\n')}\n${body}`)
  }
}

type Client = {
  readonly call: ApiCall
  readonly key: string
  readonly keep: (answer: ApiAnswer, what: string) => ApiAnswer
}

const useEverywhere = async ({ call, key, keep }: Client): Promise<void> => {
  const forms: Record<string, string>[] = [
    { 'X-API-Key': key },
    { 'x-api-key': ` ${key} ` },
    { Authorization: `Bearer ${key}` },
    { Authorization: `bearer ${key}` },
    { Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
    { Authorization: key },
    { 'X-API-Key': `${key}x` },
    { 'X-API-Key': `${key}, ${key}` },
    { Cookie: `key=${key}` },
    { 'User-Agent': key, Referer: `https://example.com/?key=${key}`, 'X-Request-Id': key, 'X-Forwarded-For': key },
  ]
  for (const headers of forms) keep(await call('GET', '/rates', { headers }), Object.keys(headers).join())
  const paths = [
    `/rates?api_key=${key}`,
    `/rates?fiat=${key}`,
    `/${key}`,
    `/history?exchange=${key}&hours=${key}`,
    `/webhooks/${key}`,
    `/webhooks/${key}/deliveries`,
  ]
  for (const path of paths) {
    keep(await call('GET', path, { key }), path.split(key)[0] ?? '')
    keep(await call('GET', path), path.split(key)[0] ?? '')
  }
  keep(await call('DELETE', `/rates?key=${key}`, { key }), 'a wrong method')
}

const createHooks = async ({ call, key, keep }: Client, receiver: Receiver, canaries: Canaries) => {
  const hooks: Hook[] = []
  const watched = await surePrice(call, key)
  for (let number = 0; number < 3; number++) {
    const body = { url: receiver.url, ...watched }
    const headers = { 'Idempotency-Key': number === 0 ? key : `hook-${number}` }
    const hook = bodyOf<Hook>(await call('POST', '/webhooks', { key, body, headers }))
    canaries.webhookSecret(hook.secret ?? '')
    hooks.push(hook)
    keep(await call('POST', '/webhooks', { key, body, headers }), 'a repeated creation')
    keep(await call('GET', `/webhooks/${hook.id}`, { key }), 'a webhook')
    keep(await call('PATCH', `/webhooks/${hook.id}`, { key, body: { description: 'x' } }), 'a change')
  }
  keep(await call('GET', '/webhooks', { key }), 'the webhooks')
  return hooks
}

const misuseBodies = async ({ call, key, keep }: Client, secret: string): Promise<void> => {
  const bodies = [
    { url: `not a url ${key} ${secret}`, event: 'spread', threshold: 1 },
    { url: 'https://example.com', event: key, threshold: secret },
    { url: 'https://example.com', event: 'spread', threshold: 1, secret, api_key: key },
    { [key]: 1, [secret]: 2 },
    [key, secret],
  ]
  for (const body of bodies) keep(await call('POST', '/webhooks', { key, body }), 'a wrong body')
  const headers = { 'Content-Type': `text/${key}` }
  keep(await call('POST', '/webhooks', { key, body: secret, headers }), 'a wrong type')
}

const rotate = async (call: ApiCall, key: string, id: string): Promise<Hook> =>
  bodyOf<Hook>(await call('POST', `/webhooks/${id}/rotate-secret`, { key }))

/** One request id for all, so that the rest can be compared to the byte. */
const refuse = async (url: string, revoked: string): Promise<readonly (readonly [name: string, answer: string])[]> => {
  const keys = {
    misshapen: 'p2p_x',
    mistyped: makeKey().replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    unknown: makeKey(),
    revoked,
  }
  const answers: [string, string][] = []
  for (const [name, key] of Object.entries(keys)) {
    const answer = await fetch(`${url}/api/v1/rates`, { headers: { 'X-API-Key': key, 'X-Request-Id': 'same' } })
    const headers = [...answer.headers].filter(([header]) => header !== 'date')
    answers.push([name, `${answer.status} ${JSON.stringify(headers)} ${await answer.text()}`])
  }
  return answers
}
