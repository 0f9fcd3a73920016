import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { freePort } from '../../proofs/harness/free-port.js'
import { replaceOnce } from '../replace-once.js'
import { repository } from '../throw-away-copy.js'

export type ReverseProxy = {
  readonly port: number
  readonly plainPort: number
  /** Output of the proxy's own check of its configuration; empty if valid. */
  check(): string
  start(): Promise<void>
  stop(): Promise<void>
}

export type ReverseProxyName = 'nginx' | 'caddy'

export const makeReverseProxy = async (name: ReverseProxyName, upstream: string): Promise<ReverseProxy> => {
  const folder = makeProxyFolder()
  const place = { folder, port: await freePort(), plainPort: await freePort() }
  const program = name === 'nginx' ? nginx(place, upstream) : caddy(place, upstream)
  return reverseProxyOf({ name, ...place, ...program })
}

export const makeProxyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'p2p-front-'))
  // A proxy that was started by root leaves it.
  chmodSync(folder, 0o755)
  return folder
}

type ProxyPlace = { readonly folder: string; readonly port: number; readonly plainPort: number }

type ProxyProgram = {
  readonly checks: readonly string[]
  readonly runs: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export const reverseProxyOf = ({
  name,
  folder,
  port,
  plainPort,
  checks,
  runs,
  env,
}: ProxyProgram & ProxyPlace & { readonly name: string }): ReverseProxy => {
  const options = { cwd: folder, env: { ...process.env, ...env } }
  let child: ChildProcess | null = null
  return {
    port,
    plainPort,
    check: () => {
      const { status, stderr } = spawnSync(checks[0] ?? '', checks.slice(1), { ...options, encoding: 'utf8' })
      return status === 0 ? '' : stderr
    },
    start: async () => {
      child = spawn(runs[0] ?? '', runs.slice(1), { ...options, stdio: 'ignore' })
      const ended = once(child, 'exit').then(([code]) => {
        throw new Error(`${name} ended with ${code}`)
      })
      ended.catch(() => {})
      await Promise.race([untilServed(port), ended])
    },
    stop: async () => {
      if (child !== null && child.exitCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const read = (path: string) => readFileSync(join(repository, 'deploy/proxy', path), 'utf8')

const nginx = ({ folder, port, plainPort }: ProxyPlace, upstream: string): ProxyProgram => {
  makeCertificate(folder)
  const ours = (
    [
      ['server 127.0.0.1:8080;', `server ${new URL(upstream).host};`],
      ['/etc/letsencrypt/live/rates.example.com/fullchain.pem', join(folder, 'cert.pem')],
      ['/etc/letsencrypt/live/rates.example.com/privkey.pem', join(folder, 'key.pem')],
      ['    listen 80;\n    listen [::]:80;\n', `    listen 127.0.0.1:${plainPort};\n`],
      ['    listen 443 ssl http2;\n    listen [::]:443 ssl http2;\n', `    listen 127.0.0.1:${port} ssl http2;\n`],
    ] as const
  ).reduce((text, [search, replacement]) => replaceOnce(text, search, replacement), read('nginx.conf'))
  // With the compression that distributions turn on for all hosts: ours has to turn it off.
  const whole = `pid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {
access_log off; gzip on; gzip_proxied any; gzip_types application/json;\n${nginxPlaces(folder)}\n${ours}}\n`
  writeFileSync(join(folder, 'nginx.conf'), whole)
  const run = ['nginx', '-c', join(folder, 'nginx.conf')]
  return { checks: [...run, '-t'], runs: [...run, '-g', 'daemon off;'], env: {} }
}

export const nginxPlaces = (folder: string): string =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((part) => `${part}_temp_path ${folder}/${part};`).join('\n')

export const makeCertificate = (folder: string): void => {
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=rates.example.com']
  spawnSync('openssl', [...words, '-keyout', 'key.pem', '-out', 'cert.pem'], { cwd: folder })
}

const caddy = ({ folder, port, plainPort }: ProxyPlace, upstream: string): ProxyProgram => {
  mkdirSync(join(folder, 'data'))
  const globals = '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n'
  writeFileSync(join(folder, 'Caddyfile'), `${globals}\n${read('Caddyfile')}`)
  const env = {
    DOMAIN: `https://localhost:${port}`,
    PLAIN: `http://127.0.0.1:${plainPort}`,
    UPSTREAM: new URL(upstream).host,
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CONFIG_HOME: join(folder, 'data'),
  }
  const file = ['--config', 'Caddyfile', '--adapter', 'caddyfile']
  return { checks: ['caddy', 'validate', ...file], runs: ['caddy', 'run', ...file], env }
}

/** An open port is not enough: Caddy makes its certificate a moment later. */
const untilServed = (port: number): Promise<void> =>
  new Promise((done) => {
    const socket = connectTls({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false })
    socket.once('secureConnect', () => {
      socket.destroy()
      done()
    })
    socket.once('error', () => setTimeout(() => done(untilServed(port)), 20))
  })
