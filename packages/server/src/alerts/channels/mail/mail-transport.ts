import { mailNeedsTls, withoutTlsParameter } from '../../../base/local-and-unencrypted-addresses.js'
import {
  internalError,
  type Message,
  type MessageLinks,
  type MessageOutcome,
  type Transport,
} from '../message-and-transport.js'

export type MailSettings = {
  /** `smtp://user:password@host:587` requires STARTTLS unless it ends with `?tls=off`; or `smtps://`. */
  readonly url: string
  readonly from: string
}

/** Bounds the whole SMTP conversation. A server whose greeting is late counts as failing. */
const totalMs = 15_000
const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 5_000 }

/** Sends each mail over its own connection to the operator's server. The library is loaded with the first mail. */
export const createMailTransport = ({ url, from }: MailSettings): Transport => ({
  send: async (address, message, links) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url: withoutTlsParameter(url),
      requireTLS: mailNeedsTls(url),
      ...timeouts,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<MessageOutcome>((done) => {
      timer = setTimeout(() => done({ ...nothing, fault: 'timeout' }), totalMs)
    })
    try {
      return await Promise.race([transport.sendMail(mailOf(from, address, message, links)).then(taken, refused), late])
    } finally {
      clearTimeout(timer)
      transport.close()
    }
  },
})

const mailOf = (from: string, address: string, { id, subject, text, html }: Message, { stop }: MessageLinks) => ({
  from,
  to: { name: '', address },
  subject,
  text,
  html,
  // The same for every attempt, so that a mail sent twice appears once.
  messageId: `<${id}@${from.replace(/^.*@|>$/g, '')}>`,
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(stop === null
      ? {}
      : { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  },
})

const nothing: MessageOutcome = { status: null, fault: null, retryAfter: null, ends: null }

const taken = ({ response }: { readonly response?: string }): MessageOutcome => ({
  ...nothing,
  status: Number(/^2\d\d/.exec(response ?? '')?.[0] ?? 250),
})

/** Only replies about the address or the mail concern the recipient; a wrong password or sender is our fault. */
function refused(error: unknown): MessageOutcome {
  const { code, responseCode, response, command } = errorFields(error)
  if (responseCode >= 400 && responseCode <= 599) {
    const isAboutReader = command === 'RCPT TO' || command === 'DATA'
    if (responseCode >= 500 && !isAboutReader) return internalError
    return { ...nothing, status: responseCode, ends: isForGood(responseCode, response) ? 'refused' : null }
  }
  if (code === 'EAUTH') return internalError
  if (code === 'ETIMEDOUT') return { ...nothing, fault: 'timeout' }
  return { ...nothing, fault: code === 'ETLS' ? 'tls' : 'network' }
}

/** True if the address does not exist. Policy rejections are temporary: some servers greylist first mails. */
function isForGood(replyCode: number, response: string): boolean {
  const status = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})(?!\S)/.exec(response)?.[1] ?? ''
  if (status.startsWith('5.1.')) return true
  return [550, 551, 553].includes(replyCode) && status !== '5.2.2' && !status.startsWith('5.7.')
}

function errorFields(error: unknown) {
  const fields = new Map<string, unknown>(error instanceof Error ? Object.entries(error) : [])
  return {
    code: String(fields.get('code') ?? ''),
    responseCode: Number(fields.get('responseCode') ?? 0),
    /** Text of the remote server: used to classify replies, never logged. */
    response: String(fields.get('response') ?? ''),
    command: String(fields.get('command') ?? ''),
  }
}
