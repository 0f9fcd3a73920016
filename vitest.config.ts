import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@p2p-rates\/core\/node$/, replacement: source('./packages/core/src/node/index.ts') },
      { find: /^@p2p-rates\/sdk\/direct$/, replacement: source('./packages/sdk/src/direct/index.ts') },
      { find: /^@p2p-rates\/(\w+)\/testing$/, replacement: source('./packages/$1/src/testing/index.ts') },
      { find: /^@p2p-rates\/(\w+)$/, replacement: source('./packages/$1/src/index.ts') },
    ],
  },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'proofs/**/*.test.ts',
      'tools/**/*.test.ts',
      'examples/**/*.test.ts',
    ],
    reporters: ['default', './tools/plain-summary.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
