#!/usr/bin/env node
// Runs the service and its commands, whatever Node starts this. Plain JavaScript, because an old one may, and
// because what keeps compiled code has to be there before the first TypeScript is read.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as module from 'node:module'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR = 26
const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url))
const brought = pathOf('../node_modules/.bin/node')

if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR || !existsSync(brought)) {
  // Where the folder can't be written nothing is kept, and a start takes longer; NODE_COMPILE_CACHE names another.
  module.enableCompileCache?.(pathOf('../node_modules/.cache/compiled'))
  await import('../src/main.ts')
} else {
  const child = spawn(brought, [pathOf(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}
