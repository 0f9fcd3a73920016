import { channelIdOf, type InboxKind, type InboxLanguage, inboxKinds, type WebhookEvent } from '@p2p-rates/contract'
import type { Exchanges } from '@p2p-rates/core'
import type { LiveAccount } from '../../accounts/actor.js'
import { type AttemptCounter, reserveAuthAttempt } from '../../accounts/log-in-attempts.js'
import { randomText } from '../../accounts/tokens.js'
import { invalidLink } from '../../base/errors/account-errors.js'
import { ApiError } from '../../base/errors/api-error.js'
import { faultFields, type Log } from '../../base/log/log.js'
import type { Clock } from '../../base/time/clock.js'
import { urlDefect } from '../webhooks/address-guard.js'
import type { SecretBox } from '../webhooks/master-key.js'
import {
  type CloseReason,
  closeReasonOf,
  confirmed,
  type Inbox,
  type InboxStore,
  inboxDigestOf,
  isSecretKind,
  makeInboxCode,
} from './inbox-store.js'
import { internalError, type MessageOutcome, type Transport } from './message-and-transport.js'
import { formatAlert } from './messages/format-alert.js'
import { type MailTemplate, renderMail } from './messages/format-message.js'

const codeMs = 86_400_000

const settingOf: Readonly<Partial<Record<InboxKind, string>>> = {
  email: 'P2P_SMTP_URL',
  telegram: 'P2P_TELEGRAM_TOKEN',
}

type LinkParams = { readonly address: string; readonly link: string; readonly language: InboxLanguage }

type NewChannelRequest = {
  readonly kind: InboxKind
  readonly address: string | undefined
  readonly language: InboxLanguage
}

export type CreatedChannel = {
  readonly inbox: Inbox
  readonly start: { readonly code: string; readonly link: string | null; readonly endsAtMs: number } | null
}

export type OnChannelClosed = (accountId: string, inboxId: string, reason: CloseReason | 'gone') => Promise<void>

export type ChannelServicePorts = {
  store: InboxStore
  transports: Readonly<Partial<Record<InboxKind, Transport>>>
  /** Null until the Bot API has returned the bot's name. */
  botName: () => string | null
  attempts: AttemptCounter
  publicUrl: () => string
  exchangeName: Exchanges['nameOf']
  secretBox: SecretBox
  allowPrivate: boolean
  clock: Clock
  log: Log
}

type ChannelState = { readonly ports: ChannelServicePorts; onClosed: OnChannelClosed }

export function createChannelService(ports: ChannelServicePorts) {
  const { store, transports } = ports
  const state: ChannelState = { ports, onClosed: async () => {} }
  return {
    kinds: inboxKinds.filter((kind) => transports[kind] !== undefined),
    onClosed: (call: OnChannelClosed): void => {
      state.onClosed = call
    },
    list: (accountId: string): Promise<readonly Inbox[]> => store.list(accountId),
    create: (account: LiveAccount, wish: NewChannelRequest) => createChannel(ports, account, wish),
    delete: async (accountId: string, inboxId: string): Promise<void> => {
      if (!(await store.delete(accountId, inboxId)))
        throw new ApiError({ code: 'not_found', message: 'There is no such inbox.' })
      await state.onClosed(accountId, inboxId, 'gone')
    },
    confirm: (token: string) => confirmChannel(ports, token),
    /** Closes the channel (one-click unsubscribe). Ignores unknown ids silently. */
    stop: async (inboxId: string): Promise<void> => void (await closeChannel(state, inboxId, 'stopped')),
    isOpenFor: async (accountId: string, url: string): Promise<boolean> => {
      const inbox = await store.find(channelIdOf(url) ?? '')
      return inbox?.accountId === accountId && inbox.state === 'confirmed'
    },
    send: (target: AlertTarget, event: WebhookEvent) => sendAlert(state, target, event),
    mailLink:
      transports.email === undefined
        ? null
        : async (kind: MailTemplate, params: LinkParams): Promise<void> =>
            void (await sendLink(ports, 'email', kind, params)),
    end: (inboxId: string, reason: CloseReason) => closeChannel(state, inboxId, reason),
  }
}

async function sendLink(
  { transports }: ChannelServicePorts,
  kind: InboxKind,
  template: MailTemplate,
  { address, link, language }: LinkParams,
): Promise<MessageOutcome> {
  const message = renderMail(template, { id: `lt_${randomText(22)}`, link, language })
  return transports[kind]?.send(address, message, { stop: null, open: link }) ?? internalError
}

/** Deletes unconfirmed channels whose code has expired, so that they don't count against the limit. */
async function deleteExpired({ store, clock }: ChannelServicePorts, accountId: string): Promise<void> {
  for (const { id, state, code } of await store.list(accountId))
    if (state === 'waiting' && (code === null || code.endsAtMs <= clock.wallMs())) await store.delete(accountId, id)
}

async function createChannel(
  ports: ChannelServicePorts,
  { id: accountId, limits }: LiveAccount,
  { kind, address, language }: NewChannelRequest,
): Promise<CreatedChannel> {
  const { store, transports, botName, attempts, publicUrl, secretBox, clock } = ports
  if (transports[kind] === undefined)
    throw new ApiError({
      code: 'invalid_parameter',
      message: `Alerts by ${kind} are not set up on this server. Its operator can set ${settingOf[kind] ?? 'it up'}.`,
      param: 'kind',
    })
  const isSecret = isSecretKind(kind)
  if (isSecret && urlDefect(address ?? '', ports) !== null)
    throw new ApiError({
      code: 'invalid_parameter',
      message: '`address` must be an https address that can be reached from the internet.',
      param: 'address',
    })
  await deleteExpired(ports, accountId)
  const known = isSecret ? await findConfirmed(ports, accountId, kind, address) : undefined
  if (known !== undefined) return { inbox: known, start: null }
  if (address !== undefined) {
    await reserveAuthAttempt(attempts, `account ${accountId}`, 'mails')
    await reserveAuthAttempt(attempts, `address ${isSecret ? inboxDigestOf(address) : address}`, 'mails')
  }
  const code = makeInboxCode()
  const endsAtMs = clock.wallMs() + codeMs
  const id = `in_${randomText(22)}`
  const inbox: Inbox = {
    id,
    accountId,
    kind,
    address: address !== undefined && isSecret ? sealAddress(secretBox, address, id) : (address ?? null),
    name: address !== undefined && isSecret ? maskAddress(address) : (address ?? null),
    language,
    state: 'waiting',
    code: { digest: inboxDigestOf(code), endsAtMs },
    createdAtMs: clock.wallMs(),
  }
  if (!(await store.create(inbox, limits.webhooks)))
    throw new ApiError({ code: 'inbox_limit', message: `Your plan allows ${limits.webhooks} inboxes.` })
  if (address === undefined) {
    const name = botName()
    return { inbox, start: { code, link: name === null ? null : `https://t.me/${name}?start=${code}`, endsAtMs } }
  }
  const { status } = await sendLink(ports, kind, 'confirm', {
    address,
    link: `${publicUrl()}/confirm#${code}`,
    language,
  })
  if (status === null || status >= 300) {
    await store.delete(accountId, inbox.id)
    throw new ApiError({ code: 'mail_refused', message: 'The message to this address could not be sent.' })
  }
  return { inbox, start: null }
}

const sealAddress = (secretBox: SecretBox, address: string, inboxId: string): string =>
  Buffer.from(secretBox.seal(address, inboxId)).toString('base64url')

const openAddress = (secretBox: SecretBox, { kind, address }: { kind: InboxKind; address: string }, inboxId: string) =>
  isSecretKind(kind) ? secretBox.open(Buffer.from(address, 'base64url'), inboxId) : address

/** Shows 4 characters of a long address only, because a short topic is easy to guess. */
function maskAddress(address: string): string {
  const { host, pathname } = new URL(address)
  return `${host}/…${pathname.length >= 32 ? pathname.slice(-4) : ''}`
}

/** A second alert to the same topic or channel needs no second confirmation. */
async function findConfirmed(
  { store, secretBox }: ChannelServicePorts,
  accountId: string,
  kind: InboxKind,
  wanted: string | undefined,
): Promise<Inbox | undefined> {
  const inboxes = await store.list(accountId)
  return inboxes.find(({ id, state, address, ...inbox }) => {
    if (state !== 'confirmed' || inbox.kind !== kind || address === null) return false
    const sealed = Buffer.from(address, 'base64url')
    return secretBox.canOpen(sealed, id) && secretBox.open(sealed, id) === wanted
  })
}

async function confirmChannel({ store, clock }: ChannelServicePorts, token: string): Promise<Inbox> {
  const digest = inboxDigestOf(token)
  const found = await store.findByCode(digest)
  const isOpen = (inbox: Inbox | null): inbox is Inbox =>
    inbox !== null && inbox.kind !== 'telegram' && inbox.code?.digest === digest && inbox.code.endsAtMs > clock.wallMs()
  let isTaken = false
  const made = isOpen(found)
    ? await store.change(found.id, (now) => {
        isTaken = isOpen(now)
        return isTaken ? confirmed(now) : now
      })
    : null
  if (made === null || !isTaken) throw invalidLink('Add the address once more to get a new one.')
  return made
}

async function closeChannel(state: ChannelState, inboxId: string, reason: CloseReason): Promise<Inbox | null> {
  const ended = await state.ports.store.change(inboxId, (now) =>
    now.state === 'waiting' ? now : { ...now, state: reason },
  )
  if (ended?.state === reason) await state.onClosed(ended.accountId, inboxId, reason)
  return ended
}

type AlertTarget = { readonly accountId: string; readonly url: string; readonly note: string | null }

async function sendAlert(
  state: ChannelState,
  { accountId, url, note }: AlertTarget,
  event: WebhookEvent,
): Promise<MessageOutcome | { readonly over: CloseReason | 'gone' }> {
  const { store, transports, publicUrl, exchangeName, secretBox, clock, log } = state.ports
  const inbox = await store.find(channelIdOf(url) ?? '')
  if (inbox === null || inbox.accountId !== accountId || inbox.address === null) return { over: 'gone' }
  const over = closeReasonOf(inbox)
  if (over !== null) return { over }
  const transport = transports[inbox.kind]
  if (transport === undefined) return internalError
  const stop = inbox.kind === 'telegram' ? null : `${publicUrl()}/stop/${inbox.id}`
  const message = formatAlert(event, { language: inbox.language, note, stop, exchangeName, nowMs: clock.wallMs() })
  const address = openAddress(secretBox, { ...inbox, address: inbox.address }, inbox.id)
  const outcome = await transport.send(address, message, { stop, open: publicUrl() })
  await applyOutcome(state, inbox, outcome).catch((error: unknown) =>
    log.error('how an inbox is doing is not written down', faultFields(error)),
  )
  return outcome
}

async function applyOutcome(
  state: ChannelState,
  { id, kind, address }: Inbox,
  { ends, movedTo }: MessageOutcome,
): Promise<void> {
  if (ends !== null) await closeChannel(state, id, ends)
  if (movedTo === undefined || kind !== 'telegram') return
  await state.ports.store.change(id, (now) => (now.address === address ? { ...now, address: movedTo } : now))
}

export type ChannelService = ReturnType<typeof createChannelService>
