import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

export type Mail = { readonly to: string; readonly headers: string; readonly raw: string; readonly text: string }

export async function startMailStandIn({ onTaken = () => {} }: { onTaken?: (mail: Mail) => void } = {}) {
  const mails: Mail[] = []
  /** Replies by the start of a line, such as `RCPT TO:<ann@example.com>` or `DATA end`. */
  const refusals = new Map<string, string[]>()
  const open = new Set<Socket>()
  const lines: string[] = []

  const take = (mail: Mail): Mail => {
    mails.push(mail)
    return mail
  }

  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {})
    const say = (line: string) => void socket.write(`${line}\r\n`)
    let to = ''
    let raw: string | null = null
    let left = ''
    say('220 stand-in ESMTP')
    const replyTo = (line: string): string | null => {
      if (raw !== null && line !== '.') {
        raw += `${line.replace(/^\.\./, '.')}\r\n`
        return null
      }
      if (raw !== null) {
        const refusal = refusals.get('DATA end')?.shift()
        if (refusal === undefined) onTaken(take(readMail(to, raw)))
        raw = null
        return refusal ?? '250 2.0.0 taken'
      }
      const refused = [...refusals].find(([start, replies]) => replies.length > 0 && line.startsWith(start))
      if (refused !== undefined) return refused[1].shift() ?? null
      if (/^EHLO/i.test(line)) return '250-stand-in\r\n250-AUTH PLAIN LOGIN\r\n250 8BITMIME'
      if (/^STARTTLS/i.test(line)) return '502 5.5.1 not here'
      if (/^AUTH/i.test(line)) return '235 2.7.0 welcome'
      if (/^QUIT/i.test(line)) return '221 bye'
      if (/^RCPT TO:/i.test(line)) to = /<([^>]*)>/.exec(line)?.[1] ?? ''
      if (!/^DATA/i.test(line)) return '250 2.1.0 well'
      raw = ''
      return '354 go on'
    }
    socket.on('data', (bytes) => {
      left += bytes.toString('utf8')
      for (let end = left.indexOf('\r\n'); end >= 0; end = left.indexOf('\r\n')) {
        const line = left.slice(0, end)
        left = left.slice(end + 2)
        lines.push(line)
        const reply = replyTo(line)
        if (reply !== null) say(reply)
      }
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    heard: (): string => lines.join('\n'),
    refuse: (start: string, reply: string): void => {
      refusals.set(start, [...(refusals.get(start) ?? []), reply])
    },
    close: async (): Promise<void> => {
      for (const socket of open) socket.destroy()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}

function readMail(to: string, raw: string): Mail {
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ')
  return { to, headers, raw, text: decoded(raw.slice(end)) }
}

const decoded = (body: string): string =>
  body
    .split(/\r\n--[^\r\n]+/)
    .map((part) => {
      const [head = '', ...rest] = part.split('\r\n\r\n')
      const content = rest.join('\r\n\r\n')
      if (/base64/i.test(head)) return Buffer.from(content, 'base64').toString('utf8')
      if (!/quoted-printable/i.test(head)) return content
      const bytes = content.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => `%${hex}`)
      return bytes.replace(/(?:%[0-9A-F]{2})+/g, (run) => decodeURIComponent(run))
    })
    .join('\n')
