import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/longest-first.js'

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))

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
      {
        extends: true,
        test: {
          name: 'whole',
          globalSetup: './packages/server/src/testing/say-what-is-skipped.ts',
          include: [
            'packages/{cli,sdk,server,simulator}/src/**/*.test.ts',
            'packages/dashboard/src/**/*.{browser.test.ts,test.tsx}',
            'packages/dashboard/src/{keys,live,routes}/*.test.ts',
            'packages/core/src/{node,exchanges}/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
            'proofs/**/*.test.ts',
            'tools/**/*.test.ts',
            'examples/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'computing',
          // Without sockets and windows, and without exchanges that join the list, which the next file would find there.
          include: [
            'packages/{chance,contract}/src/**/*.test.ts',
            'packages/core/src/*.test.ts',
            'packages/core/src/!(node|exchanges)/**/*.test.ts',
            'packages/dashboard/src/!(keys|live|routes)/**/!(*.browser).test.ts',
          ],
          // One load of the code serves them all.
          isolate: false,
        },
      },
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
