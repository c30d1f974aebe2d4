import type { Hono } from 'hono'
import { resource } from '../../http/resource.ts'
import type { Services } from '../../services.ts'
import { offlineAct } from './acts.ts'
import { offlineItem, offlineList, offlineUnreached } from './pages.ts'
import { offlineState } from './state.ts'
import { showWorker } from './worker.ts'

/** What devices need to be read on without a connection. */
export function serveOffline(app: Hono, services: Services): void {
  resource(app, '/sw.js', { GET: showWorker() })
  resource(app, '/offline', { GET: offlineList(services) })
  resource(app, '/offline/unreached', { GET: offlineUnreached(services) })
  resource(app, '/offline/state', { GET: offlineState(services) })
  resource(app, '/offline/items/:id', { GET: offlineItem(services) })
  resource(app, '/offline/acts', { POST: offlineAct(services) })
}
