import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { bytesOfBase32, codeAt, stepOf } from '@p2p-rates/server/testing'
import { type ApiAnswer, type ApiCall, bodyOf } from '../harness/api-call.js'
import type { Canaries } from './canaries.js'

export const publicUrl = 'https://rates.example.com'

type ClientContext = {
  readonly url: string
  readonly call: ApiCall
  /** A key of the Business plan. */
  readonly key: string
  readonly command: (...words: string[]) => Promise<string>
  readonly mails: readonly { readonly text: string }[]
  readonly canaries: Canaries
  readonly keep: (answer: ApiAnswer, what: string) => unknown
}

/** Lets people log in, register, invite, forget passwords and confirm inboxes. Each secret of theirs joins the canaries. */
export async function openClients(place: ClientContext): Promise<void> {
  const { command, mails, canaries, keep } = place
  const admin = openBrowser(place)
  const guest = openBrowser(place)
  const password = (whose: string): string => {
    const text = `password ${randomBytes(9).toString('base64url')}`
    canaries.other(`password of ${whose}`, text)
    return text
  }
  const linkIn = (text: string, what: string): string => {
    const token = /#([\w-]{32,})/.exec(text)?.[1]
    if (token === undefined) throw new Error(`There is no link for ${what} in: ${text}`)
    canaries.other(what, token)
    return token
  }
  const nextMail = async (work: () => Promise<unknown>): Promise<string> => {
    const before = mails.length
    await work()
    while (mails.length === before) await wait(20)
    return mails.at(-1)?.text ?? ''
  }

  const admins = { email: 'admin@example.com', password: password('the admin') }
  const token = linkIn(await command('setup-link'), 'set-up link')
  const made = await admin.ask('POST', '/setup', { ...admins, token })
  const { first_key: first } = bodyOf<{ first_key: { key: string } }>(made)
  canaries.key(first.key)
  keep({ ...made, text: made.text.replace(first.key, '') }, 'a set-up')

  const invited = await admin.ask('POST', '/admin/invites', { plan: 'Business' })
  const invite = linkIn(invited.text, 'invite link')
  keep({ ...invited, text: invited.text.replace(invite, '') }, 'an invite')
  const ann = { email: 'ann@example.com', password: password('Ann') }
  keep(await guest.ask('POST', '/accounts', { ...ann, invite }), 'a registration')
  keep(await guest.ask('POST', '/accounts', { ...ann, invite }), 'an invite used twice')

  const wrong = { ...ann, password: password('a wrong log-in') }
  keep(await guest.ask('POST', '/sessions', wrong), 'a wrong password')
  keep(await guest.ask('POST', '/sessions', { email: ann.password, password: ann.email }), 'fields that changed places')
  keep(
    await guest.ask('POST', `/sessions?password=${encodeURIComponent(ann.password)}`, ann),
    'a password in an address',
  )
  keep(await guest.ask('POST', '/sessions', ann), 'a log-in')
  const second = password('Ann, changed')
  const change = { current_password: ann.password, new_password: second }
  keep(await guest.ask('PATCH', '/account', change), 'another password')
  keep(await guest.ask('PATCH', '/account', change), 'a password that was changed already')

  const third = {
    token: linkIn(await command('reset-link', '--email', ann.email), 'reset link'),
    new_password: password('Ann, reset'),
  }
  for (const what of ['a reset', 'a reset link used twice'])
    keep(await guest.ask('POST', '/password-resets', third), what)
  const mailed = await nextMail(() => guest.ask('POST', '/reset-mails', { email: ann.email }))
  linkIn(mailed, 'mailed reset link')
  keep(await guest.ask('POST', '/sessions', { ...ann, password: third.new_password }), 'a log-in after a reset')
  keep(await guest.ask('GET', '/sessions'), 'the sessions')

  const { secret } = bodyOf<{ secret: string }>(await guest.ask('POST', '/second-factor/proposals'))
  canaries.other('secret of a second factor', secret)
  const factor = { secret, code: codeNow(secret), current_password: third.new_password }
  const on = await guest.ask('POST', '/second-factor', factor)
  const { recovery_codes: codes } = bodyOf<{ recovery_codes: readonly string[] }>(on)
  for (const [number, code] of codes.entries())
    for (const form of [code, code.replaceAll('-', '')]) canaries.other(`recovery code ${number} ${form.length}`, form)
  for (const what of ['a log-in with a recovery code', 'a recovery code used twice'])
    keep(await guest.ask('POST', '/sessions', { ...ann, password: third.new_password, code: codes[0] }), what)

  const { call, key } = place
  const body = { kind: 'email', address: 'desk@example.com' }
  const confirmation = await nextMail(async () => keep(await call('POST', '/inboxes', { key, body }), 'an inbox'))
  const code = linkIn(confirmation, 'confirm code of a mail address')
  keep(await guest.ask('POST', '/inbox-confirmations', { token: code }), 'a confirmed inbox')
  const chat = await call('POST', '/inboxes', { key, body: { kind: 'telegram' } })
  const { start } = bodyOf<{ start: { code: string } }>(chat)
  canaries.other('confirm code of a chat', start.code)
  keep({ ...chat, text: chat.text.replaceAll(start.code, '') }, 'a chat')
}

const codeNow = (secret: string): string => {
  const bytes = bytesOfBase32(secret)
  if (bytes === null) throw new Error('The secret is not written in base 32.')
  return codeAt(bytes, stepOf(Date.now()))
}

function openBrowser({ url, canaries }: ClientContext) {
  let cookie = ''
  let sessions = 0
  return {
    ask: async (method: string, path: string, body?: unknown): Promise<ApiAnswer> => {
      const answer = await fetch(`${url}/web/v1${path}`, {
        method,
        headers: {
          Origin: publicUrl,
          'Content-Type': 'application/json',
          ...(cookie === '' ? {} : { Cookie: cookie }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const { 'set-cookie': given, ...headers } = Object.fromEntries(answer.headers)
      const token = /^[\w-]+=([\w-]{43});/.exec(given ?? '')?.[1]
      if (token !== undefined) {
        sessions += 1
        canaries.other(`session token ${sessions} of a browser (${path})`, token)
        cookie = (given ?? '').split(';')[0] ?? ''
      }
      return { status: answer.status, headers, text: await answer.text() }
    },
  }
}
