import { type Context, type Handler, Hono } from 'hono'
import { serveAccount } from './endpoints/account/routes.ts'
import { serveOffline } from './endpoints/offline/routes.ts'
import { serveImports } from './endpoints/import/routes.ts'
import { serveAgents } from './endpoints/agents/routes.ts'
import { servePages } from './endpoints/pages/routes.ts'
import { serveSignIn } from './endpoints/sign-in/routes.ts'
import { answerFailure } from './endpoints/failures/answer-failure.ts'
import { serveService } from './endpoints/service/routes.ts'
import { showChange, showChanges } from './endpoints/api/changes.ts'
import { exportQueue } from './endpoints/api/export.ts'
import { showContent } from './endpoints/api/content.ts'
import { showHighlight, showHighlights } from './endpoints/api/highlights.ts'
import { itemActionEndpoint, showItem } from './endpoints/api/item.ts'
import { showSavedSearch, showSavedSearches } from './endpoints/api/searches.ts'
import { findLink } from './endpoints/api/find-link.ts'
import { queueActionEndpoint } from './endpoints/api/queue-action.ts'
import { showQueue } from './endpoints/api/queue.ts'
import { answerUnknownAction } from './endpoints/api/unknown-action.ts'
import { checkConnector } from './endpoints/connect/check-connector.ts'
import { connect } from './endpoints/connect/connect.ts'
import { connectStatus } from './endpoints/connect/status.ts'
import { serviceLinks } from './endpoints/discovery/api-catalog.ts'
import { serveDiscovery } from './endpoints/discovery/discovery.ts'
import { liveness, readiness } from './endpoints/health/health.ts'
import { showImage, showSiteIcon } from './endpoints/shared/image.ts'
import { mcp } from './endpoints/mcp/mcp.ts'
import { authorize } from './endpoints/oauth/authorize.ts'
import { decision } from './endpoints/oauth/decision.ts'
import { localhostPermission } from './endpoints/oauth/localhost-permission.ts'
import { register } from './endpoints/oauth/register.ts'
import { revoke } from './endpoints/oauth/revoke.ts'
import { token } from './endpoints/oauth/token.ts'
import { serveAssets } from './endpoints/pages/assets.ts'
import { exportForm, exportSubmission } from './endpoints/pages/export.ts'
import { itemActionSubmission } from './endpoints/pages/item-action.ts'
import { itemDetails } from './endpoints/pages/item.ts'
import { landing } from './endpoints/pages/landing.ts'
import { liveList } from './endpoints/pages/live.ts'
import { queueActionSubmission } from './endpoints/pages/queue-action.ts'
import { queueList } from './endpoints/pages/queue.ts'
import { savedSearch, savedSearches } from './endpoints/pages/searches.ts'
import { showWebManifest } from './endpoints/pages/web-manifest.ts'
import { Failure } from './failure.ts'
import { rateLimitNetwork } from './http/client-address.ts'
import { dispatchApiOrPage } from './http/api-or-page.ts'
import { commonHeaders, noStore } from './http/headers.ts'
import { boundBodies } from './http/held-bodies.ts'
import { redirectLoopbackAlias } from './http/redirect-loopback-alias.ts'
import { detectProxy } from './http/detect-proxy.ts'
import { observeRequests } from './http/observe.ts'
import { parentPath } from './http/request-path.ts'
import { type Methods, resource } from './http/resource.ts'
import { PATHS } from './config/paths.ts'
import type { Action } from './queue/actions/action.ts'
import { itemActions, queueActions } from './queue/actions/catalogue.ts'
import type { Services } from './services.ts'

const ITEM = `${PATHS.queue}/items/:id`
const isPublic = true

/** All routes of the service. `maxBodyBytes` bounds the large request bodies in memory, all together. */
export function createApp(services: Services, { maxBodyBytes }: { maxBodyBytes: number }): Hono {
  const app = new Hono()
  app.use(observeRequests(services))
  const networkOf = (c: Context) => rateLimitNetwork(c, services.config.trustProxy) ?? 'local'
  const { clock, bodyScheduler } = services
  app.use(boundBodies({ maxBytes: maxBodyBytes, clock, scheduler: bodyScheduler, networkOf }))
  const noticeProxy = detectProxy(services)
  const setHeaders = commonHeaders(services.config.baseUrl)
  const redirectAlias = redirectLoopbackAlias(services.config.baseUrl)
  // One middleware, since each costs every request some microseconds.
  app.use(async (c, next) => {
    noticeProxy(c)
    setHeaders(c)
    return redirectAlias(c) ?? next()
  })
  app.use('/oauth/*', noStore)
  for (const path of ['/', PATHS.queue]) app.use(path, serviceLinks(services.config.baseUrl))

  resource(app, '/healthz', { GET: liveness() })
  resource(app, '/readyz', { GET: readiness(services) })
  serveDiscovery(app, services)

  resource(app, PATHS.register, { POST: register(services), isPublic })
  resource(app, PATHS.authorize, { GET: authorize(services), POST: decision(services) })
  resource(app, PATHS.localhostPermission, { POST: localhostPermission(services) })
  resource(app, PATHS.token, { POST: token(services), isPublic })
  resource(app, PATHS.revoke, { POST: revoke(services), isPublic })

  serveQueue(app, services)

  app.all(PATHS.mcp, mcp(services))
  app.all(`${PATHS.mcp}/`, mcp(services))
  app.all(PATHS.readOnlyMcp, mcp(services, 'read-only'))

  resource(app, '/assets/*', { GET: serveAssets() })
  resource(app, '/manifest.webmanifest', { GET: showWebManifest() })
  resource(app, '/', { GET: landing(services) })
  serveSignIn(app, services)
  servePages(app, services)
  serveAccount(app, services)
  serveImports(app, services)
  serveOffline(app, services)
  serveService(app, services)
  serveAgents(app, services)
  resource(app, '/connect', { GET: connect(services) })
  resource(app, '/connect/status', { GET: connectStatus(services) })
  resource(app, '/connect/check', { POST: checkConnector(services) })

  const unknownAction = answerUnknownAction(services)
  app.notFound((c) => {
    const answer = unknownAction(c)
    if (answer) return answer as Promise<Response>
    throw new Failure('not_found', 'There is nothing at this address.')
  })
  app.onError((error, c) => answerFailure(c, services, error))
  return app
}

/** The queue and its items: API endpoints and, at the same paths, the pages and forms of the web app. */
function serveQueue(app: Hono, services: Services): void {
  resource(app, PATHS.queue, {
    GET: dispatchApiOrPage(showQueue(services), queueList(services)),
    ...methodsOnResource(queueActions, services, queueActionEndpoint),
    isPublic,
  })
  resource(app, `${PATHS.queue}/live`, { GET: liveList(services) })
  const exported = dispatchApiOrPage(exportQueue(services), exportForm(services))
  const form = exportSubmission(services)
  resource(app, `${PATHS.queue}/export`, { GET: exported, isPublic, form })
  resource(app, `${PATHS.queue}/find-link`, { POST: findLink(services), isPublic })
  const changes = dispatchApiOrPage(showChanges(services), toQueue)
  resource(app, `${PATHS.queue}/changes`, { GET: changes, isPublic })
  const change = dispatchApiOrPage(showChange(services), toQueue)
  resource(app, `${PATHS.queue}/changes/:sequence`, { GET: change, isPublic })
  const searches = dispatchApiOrPage(showSavedSearches(services), savedSearches(services))
  resource(app, `${PATHS.queue}/searches`, { GET: searches, isPublic })
  const search = dispatchApiOrPage(showSavedSearch(services), savedSearch(services))
  resource(app, `${PATHS.queue}/searches/:name`, { GET: search, isPublic })
  for (const action of queueActions) {
    const form = queueActionSubmission(services, action)
    const POST = dispatchApiOrPage(queueActionEndpoint(services, action), form)
    resource(app, `${PATHS.queue}/${action.name}`, {
      ...(hasOwnPath(action) && { POST }),
      isPublic,
      form,
    })
  }

  resource(app, ITEM, {
    GET: dispatchApiOrPage(showItem(services), itemDetails(services)),
    ...methodsOnResource(itemActions, services, itemActionEndpoint),
    isPublic,
  })
  resource(app, `${ITEM}/content`, { GET: dispatchApiOrPage(showContent(services), toItemPage), isPublic })
  const highlights = dispatchApiOrPage(showHighlights(services), toItemPage)
  resource(app, `${ITEM}/highlights`, { GET: highlights, isPublic })
  const highlight = dispatchApiOrPage(showHighlight(services), toHighlights)
  resource(app, `${ITEM}/highlights/:highlight`, { GET: highlight, isPublic })
  resource(app, `${PATHS.queue}/icons/:site/:name`, { GET: showSiteIcon(services), isPublic })
  resource(app, `${ITEM}/images/:name`, { GET: showImage(services), isPublic })
  for (const action of itemActions) {
    const form = itemActionSubmission(services, action)
    const methods = hasOwnPath(action) ? { [action.method]: itemActionEndpoint(services, action) } : {}
    resource(app, `${ITEM}/${action.name}`, { ...methods, isPublic, form })
  }
}

/** In the web app, the article is on the page of its item. */
const toItemPage: Handler = (c) => c.redirect(parentPath(c), 303)

/** One highlight has no page of its own. */
const toHighlights: Handler = (c) => c.redirect(parentPath(c), 303)

/** The change feed has no page in the web app. */
const toQueue: Handler = (c) => c.redirect(PATHS.queue, 303)

/** Whether the API has a path for the action, below its resource; forms always have one. */
function hasOwnPath(action: Action): boolean {
  return action.path !== ''
}

/** The actions that are methods of the resource itself. */
function methodsOnResource<A extends Action>(
  actions: A[],
  services: Services,
  endpoint: (services: Services, action: A) => Handler,
): Methods {
  const onResource = actions.filter((action) => !hasOwnPath(action))
  return Object.fromEntries(onResource.map((action) => [action.method, endpoint(services, action)]))
}
