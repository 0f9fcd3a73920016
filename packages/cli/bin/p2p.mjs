#!/usr/bin/env node
import module from 'node:module'

// Where Node can keep compiled code, the next start is faster.
module.enableCompileCache?.()
await import('../dist/main.js')
