import type { Handler, Hono } from 'hono'
import { once } from '../../concurrency/once.ts'
import { resource } from '../../http/resource.ts'
import type { RemoteImportHandlers } from './import-remote-library.ts'
import type { Services } from '../../services.ts'

/** Bringing a library: uploading it, deciding about it, its report. Loaded when it is first used. */
export function serveImports(app: Hono, services: Services): void {
  resource(app, '/import', {
    GET: later(async () => (await import('./upload.ts')).showImports(services)),
    POST: later(async () => (await import('./upload.ts')).importUpload(services)),
  })
  const remoteImports = once(() => loadRemoteImportHandlers(services))
  resource(app, '/import/service', { POST: later(async () => (await remoteImports()).startImport) })
  resource(app, '/import/:id/service', { POST: later(async () => (await remoteImports()).resumeImport) })
  resource(app, '/import/:id', {
    GET: later(async () => (await import('./show-import.ts')).showImport(services)),
    POST: later(async () => (await import('./show-import.ts')).importSubmission(services)),
  })
  resource(app, '/import/:id/report.csv', {
    GET: later(async () => (await import('./report.ts')).importReport(services)),
  })
}

async function loadRemoteImportHandlers(services: Services): Promise<RemoteImportHandlers> {
  return (await import('./import-remote-library.ts')).remoteImportHandlers(services)
}

/** Loads a handler when it is first used, once, since some know of other requests that are running. */
function later(load: () => Promise<Handler>): Handler {
  const loaded = once(load)
  return async (c, next) => (await loaded())(c, next)
}
