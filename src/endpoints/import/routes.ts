import type { Handler, Hono } from 'hono'
import { once } from '../../concurrency/once.ts'
import { resource } from '../../http/resource.ts'
import type { ServiceHandlers } from './read-service.ts'
import type { Services } from '../../services.ts'

/** Bringing a library: uploading it, deciding about it, its report. Loaded when it is first used. */
export function serveImports(app: Hono, services: Services): void {
  resource(app, '/import', {
    GET: later(async () => (await import('./upload.ts')).showImports(services)),
    POST: later(async () => (await import('./upload.ts')).importUpload(services)),
  })
  const ofService = once(() => loadServiceHandlers(services))
  resource(app, '/import/service', { POST: later(async () => (await ofService()).start) })
  resource(app, '/import/:id/service', { POST: later(async () => (await ofService()).goOn) })
  resource(app, '/import/:id', {
    GET: later(async () => (await import('./show-import.ts')).showImport(services)),
    POST: later(async () => (await import('./show-import.ts')).importSubmission(services)),
  })
  resource(app, '/import/:id/report.csv', {
    GET: later(async () => (await import('./report.ts')).importReport(services)),
  })
}

async function loadServiceHandlers(services: Services): Promise<ServiceHandlers> {
  return (await import('./read-service.ts')).serviceHandlers(services)
}

/** Loads a handler when it is first used, once, since some know of other requests that are running. */
function later(load: () => Promise<Handler>): Handler {
  const loaded = once(load)
  return async (c, next) => (await loaded())(c, next)
}
