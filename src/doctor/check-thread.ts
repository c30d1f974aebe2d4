import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../ports/clock.ts'
import { type CheckedConfig, checkService } from './check-service.ts'

for await (const findings of checkService(workerData as CheckedConfig, systemClock))
  parentPort!.postMessage(findings, [])
parentPort!.close()
