import type { Hono } from 'hono'
import { resource } from '../../http/resource.ts'
import type { Services } from '../../services.ts'
import { offlineAction } from './actions.ts'
import { offlineItem, offlineList, offlineUnreached } from './pages.ts'
import { offlineState } from './state.ts'
import { showWorker } from './worker.ts'

/** What a device needs to read offline. */
export function serveOffline(app: Hono, services: Services): void {
  resource(app, '/sw.js', { GET: showWorker() })
  resource(app, '/offline', { GET: offlineList(services) })
  resource(app, '/offline/unreached', { GET: offlineUnreached(services) })
  resource(app, '/offline/state', { GET: offlineState(services) })
  resource(app, '/offline/items/:id', { GET: offlineItem(services) })
  resource(app, '/offline/actions', { POST: offlineAction(services) })
}
