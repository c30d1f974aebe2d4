#!/usr/bin/env node
// Runs the service and its commands, whatever Node starts this. Plain JavaScript, because an old one may.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const brought = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
const node = existsSync(brought) ? brought : process.execPath
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})
