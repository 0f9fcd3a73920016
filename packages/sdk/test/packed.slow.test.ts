import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { lacks } from '@p2p-rates/core/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** As a new user gets it: packed, installed in an empty project, and never asked about our workspace. */
const sdk = fileURLToPath(new URL('..', import.meta.url))
const tool = (path: string) => fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url))
const project = mkdtempSync(join(tmpdir(), 'p2p-sdk-'))
afterAll(() => rmSync(project, { recursive: true, force: true }))

/** Ships with the builder. */
const esbuild = createRequire(tool('tsup/package.json'))('esbuild') as {
  transformSync(text: string, options: object): { readonly code: string }
}

const run = (program: string, args: readonly string[], cwd = project) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', shell: process.platform === 'win32', stdio: 'pipe' })

beforeAll(() => {
  run(process.execPath, [tool('pnpm/bin/pnpm.cjs'), 'pack', '--pack-destination', project], sdk)
  const tarball = readdirSync(project).find((name) => name.endsWith('.tgz'))
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'stranger', private: true }))
  run('npm', [
    'install',
    '--offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--legacy-peer-deps',
    `./${tarball}`,
    tool('undici'),
  ])
})

const installed = (path: string) => readFileSync(join(project, 'node_modules/@p2p-rates/sdk', path), 'utf8')

const probe = `
const client = new sdk.P2P({ apiKey: 'p2p_test', baseUrl: 'http://localhost:1' })
const fake = testing.createFakeP2P()
const alone = new direct.DirectP2P()
fake.fail('rates', 'invalid_key')
const found = (error) => [error instanceof sdk.P2PError, error.name]
Promise.all([
  fake.client.rates().catch(found),
  alone.stats().catch(found),
  fake.client.me().then((me) => me.plan),
  typeof client.webhooks.unwrap,
  alone instanceof sdk.P2P,
]).then((all) => console.log(JSON.stringify(all)), console.error).finally(() => alone.close())`
const expected = [[true, 'AuthenticationError'], [true, 'NeedsServerError'], 'Pro', 'function', true]

describe('the packed package', () => {
  test('is imported from ESM, and its entries share their classes', () => {
    const imports = `import * as sdk from '@p2p-rates/sdk'
import * as direct from '@p2p-rates/sdk/direct'
import * as testing from '@p2p-rates/sdk/testing'`
    writeFileSync(join(project, 'probe.mjs'), imports + probe)
    expect(JSON.parse(run(process.execPath, ['probe.mjs']))).toEqual(expected)
  })

  test('is required from CommonJS, and its entries share their classes', () => {
    const requires = `const [sdk, direct, testing] = ['', '/direct', '/testing'].map((entry) => require('@p2p-rates/sdk' + entry))`
    writeFileSync(join(project, 'probe.cjs'), requires + probe)
    expect(JSON.parse(run(process.execPath, ['probe.cjs']))).toEqual(expected)
  })

  test('has no dependency, only an optional one for the direct entry', () => {
    const manifest = JSON.parse(installed('package.json'))
    expect(manifest.dependencies).toBeUndefined()
    expect(Object.keys(manifest.peerDependencies)).toEqual(['undici'])
    expect(manifest.peerDependenciesMeta).toEqual({ undici: { optional: true } })
    const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'))
    expect(packages['node_modules/@p2p-rates/sdk'].dependencies).toBeUndefined()
    expect(Object.keys(packages).filter((path) => path.includes('p2p-rates'))).toEqual(['node_modules/@p2p-rates/sdk'])
  })

  test.each(['index.js', 'index.cjs'])(
    '%s imports nothing, is readable, and is as small in an application as the README says',
    (file) => {
      const text = installed(`dist/${file}`)
      expect(text).not.toMatch(/(\bfrom\s*|\bimport\s*\(?\s*|\brequire\()["']/)
      expect(text).not.toMatch(/["'`]node:/)
      expect(text).toMatch(/\n {2}\/\*\*/)
      const { code } = esbuild.transformSync(text, { minify: true, format: file.endsWith('.cjs') ? 'cjs' : 'esm' })
      const [, told] = /(\d+) KB minified and compressed/.exec(readFileSync(join(sdk, 'README.md'), 'utf8')) ?? []
      expect(Math.ceil(gzipSync(code, { level: 9 }).length / 1_000)).toBeLessThanOrEqual(Number(told))
    },
  )

  test.each(['index.js', 'index.cjs'])('%s has short lines: an uncaught error prints the one that threw', (file) => {
    const lengths = installed(`dist/${file}`)
      .split('\n')
      .map((line) => line.length)
    expect(Math.max(...lengths)).toBeLessThan(1_000)
  })

  test('runs where there is nothing of Node', async () => {
    const { fetch, Headers, Response, URL, URLSearchParams, AbortController, TextDecoder, TextEncoder, crypto } =
      globalThis
    const platform = {
      fetch,
      Headers,
      Response,
      URL,
      URLSearchParams,
      AbortController,
      TextDecoder,
      TextEncoder,
      crypto,
    }
    const module = { exports: {} as typeof import('../src/index.js') }
    runInNewContext(installed('dist/index.cjs'), { ...platform, setTimeout, clearTimeout, console, atob, btoa, module })
    const { P2P, generateTestHeaders, unwrapWebhook } = module.exports
    const seen: (string | null)[] = []
    const client = new P2P({
      apiKey: 'p2p_test',
      baseUrl: 'http://service.invalid',
      fetch: async (_, { headers }) => {
        seen.push(new Headers(headers).get('User-Agent'))
        return Response.json({ asset: 'USDT' })
      },
    })
    expect(await client.rates()).toEqual({ asset: 'USDT' })
    expect(seen).toEqual([null])
    const body = '{"event":"ping","data":{}}'
    const secret = 'whsec_dGVzdCBzZWNyZXQgb2Ygc29tZSBsZW5ndGg='
    expect(await unwrapWebhook(body, await generateTestHeaders({ body, secret }), secret)).toMatchObject({
      event: 'ping',
    })
    expect(() => new P2P()).toThrow('There is no API key')
  })
})

/** `build:js`, which runs before the demo, leaves no types. */
const needsTypes = () => lacks(...(existsSync(join(sdk, 'dist/index.d.ts')) ? [] : ['the types that pnpm build makes']))

describe('its types', needsTypes(), () => {
  const blocks = [...readFileSync(join(sdk, 'README.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(
    ([, code]) => code,
  )
  const compile = (options: Record<string, unknown>) => {
    const folder = join(project, 'readme')
    mkdirSync(folder, { recursive: true })
    for (const [index, code] of blocks.entries()) writeFileSync(join(folder, `block-${index + 1}.mts`), code ?? '')
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      target: 'ES2022',
      ...options,
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }))
    const { stdout } = spawnSync(process.execPath, [tool('typescript/bin/tsc'), '-p', folder], {
      encoding: 'utf8',
    })
    return stdout
  }
  const node = { typeRoots: [tool('@types')], types: ['node'] }

  test('there are examples to check', () => expect(blocks.length).toBeGreaterThan(8))

  test('fit every example of the README under node16', () => {
    expect(compile({ module: 'node16', moduleResolution: 'node16', ...node })).toBe('')
  })

  test('and under bundler, next to those of the DOM', () => {
    expect(
      compile({ module: 'esnext', moduleResolution: 'bundler', lib: ['ES2023', 'DOM', 'DOM.Iterable'], ...node }),
    ).toBe('')
  })
})
