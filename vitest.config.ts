import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/longest-first.js'
import { testsApart } from './tools/tests-apart.js'

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const folders = ['packages', 'proofs', 'tools', 'examples']
/** Six servers and their engines, which promise things within a second: nothing else may take the cores meanwhile. */
const alone = 'proofs/replicas.slow.test.ts'
const apart = testsApart(source('.'), folders)

export default defineConfig({
  resolve: {
    alias: [
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
    projects: [
      { extends: true, test: { name: 'alone', include: [alone], sequence: { groupOrder: 0 } } },
      {
        extends: true,
        test: {
          name: 'together',
          globalSetup: './packages/server/src/testing/say-what-is-skipped.ts',
          include: folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          exclude: ['**/node_modules/**', '**/dist/**', alone, ...apart],
          // Loading the code anew for each of them would take longer than most of them do.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      { extends: true, test: { name: 'apart', include: [...apart], sequence: { groupOrder: 1 } } },
    ],
    reporters: ['default', './tools/plain-summary.ts'],
    sequence: { sequencer: LongestFirst },
    // Most tests wait for a process of their own, so no core is kept free for anything else.
    maxWorkers: availableParallelism(),
    // A condition comes true in its own time; the limit is for one that never does.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
