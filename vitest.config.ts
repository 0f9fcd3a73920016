import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const every = (ending: string) =>
  ['packages', 'proofs', 'tools', 'examples'].map((folder) => `${folder}/**/*.${ending}.{ts,tsx}`)
const pages = 'packages/dashboard/src/**/*.test.tsx'

/** Quick tests of a stranger repeat: the seed is fixed unless SEED names another. The gate draws one. */
const seed = process.env.SEED ?? '1'

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@p2p-rates\/core\/internal$/, replacement: source('./packages/core/src/internal.ts') },
      { find: /^@p2p-rates\/core\/node$/, replacement: source('./packages/core/src/node/index.ts') },
      { find: /^@p2p-rates\/sdk\/direct$/, replacement: source('./packages/sdk/src/direct/index.ts') },
      { find: /^@p2p-rates\/contract\/crossing$/, replacement: source('./packages/contract/src/crossing.ts') },
      { find: /^@p2p-rates\/contract\/words$/, replacement: source('./packages/contract/src/words/index.ts') },
      { find: /^@p2p-rates\/contract\/words\/(\w+)$/, replacement: source('./packages/contract/src/words/$1.ts') },
      { find: /^@p2p-rates\/(\w+)\/testing$/, replacement: source('./packages/$1/src/testing/index.ts') },
      { find: /^@p2p-rates\/(\w+)$/, replacement: source('./packages/$1/src/index.ts') },
    ],
  },
  test: {
    exclude: ['**/node_modules/**', '**/dist/**'],
    env: { SEED: seed },
    reporters: ['./tools/test-reporter.ts'],
    maxWorkers: availableParallelism(),
    // Loading the code again for each file would take longer than most files do, so files share a process and leave
    // nothing behind in it.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // A condition comes true in its own time; the limit is for one that never does.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: { name: 'quick', include: every('test'), exclude: [...every('{slow,isolated}.test'), pages] },
      },
      {
        extends: true,
        test: { name: 'pages', include: [pages], environment: 'happy-dom' },
      },
      // These change what a process shares: they mock a module or stop the clock.
      { extends: true, test: { name: 'isolated', include: every('isolated.test'), isolate: true } },
      // Engines, browsers, child processes, proofs, minutes of computing: `pnpm verify`.
      // Most of them wait for a process of their own, so there are more of them than cores.
      {
        extends: true,
        test: {
          name: 'slow',
          include: every('slow.test'),
          maxWorkers: Math.ceil(availableParallelism() * 1.5),
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
