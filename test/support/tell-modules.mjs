// Loaded ahead of the service by NODE_OPTIONS: says at the end, on standard error, what the process loaded.
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const loaded = []
registerHooks({
  load(url, context, next) {
    loaded.push(url)
    return next(url, context)
  },
})
if (isMainThread) process.on('exit', () => process.stderr.write(`${loaded.join('\n')}\n`))
