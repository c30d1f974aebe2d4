import type { Handler, Hono } from 'hono'
import { SERVICE_ID_HEADER, serviceId } from '../../crypto/service-id.ts'
import { Failure } from '../../failure.ts'
import { resource } from '../../http/resource.ts'
import { resourceMetadata, serverMetadata } from '../../oauth/metadata.ts'
import { PATHS } from '../../config/paths.ts'
import { readServiceSettings } from '../../settings/service-settings.ts'
import type { Services } from '../../services.ts'
import { problemKinds } from '../../siren/problem.ts'
import { apiCatalog } from './api-catalog.ts'
import { authMd } from './auth-md.ts'
import { document, jsonDocument, markdownDocument } from './document.ts'
import { llmsTxt } from './llms-txt.ts'
import { problemMd } from './problem-md.ts'
import { profileMd } from './profile-md.ts'

/** The public discovery documents. */
function discoveryDocuments(services: Services): [path: string, handler: Handler][] {
  const { baseUrl } = services.config
  const server = jsonDocument(serverMetadata(services.config))
  return [
    [PATHS.serverMetadata, server],
    [PATHS.serverMetadata + PATHS.mcp, server],
    [PATHS.resourceMetadata, withServiceId(services, jsonDocument(resourceMetadata(baseUrl, '')))],
    [PATHS.resourceMetadata + PATHS.mcp, jsonDocument(resourceMetadata(baseUrl, PATHS.mcp))],
    [PATHS.resourceMetadata + PATHS.readOnlyMcp, jsonDocument(resourceMetadata(baseUrl, PATHS.readOnlyMcp))],
    [PATHS.resourceMetadata + PATHS.queue, jsonDocument(resourceMetadata(baseUrl, PATHS.queue))],
    [PATHS.authGuide, authGuide(services)],
    [PATHS.guide, document(llmsTxt(baseUrl), 'text/plain; charset=utf-8')],
    [PATHS.apiCatalog, apiCatalog(baseUrl)],
    ['/profiles/queue', markdownDocument(profileMd(baseUrl))],
    ...problemKinds.map((kind): [string, Handler] => [
      `/problems/${kind.type}`,
      markdownDocument(problemMd(kind, baseUrl)),
    ]),
  ]
}

/** Adds the id of the service, because two services may have the same public address by mistake. */
function withServiceId({ seal }: Services, handler: Handler): Handler {
  const id = serviceId(seal)
  return (c, next) => {
    c.header(SERVICE_ID_HEADER, id)
    return handler(c, next)
  }
}

/** auth.md, for the current extra redirect URIs. */
function authGuide({ db, config }: Services): Handler {
  const { baseUrl, clientMetadataDocuments } = config
  const handlers = new Map(
    [true, false].map((localhost) => [
      localhost,
      markdownDocument(authMd(baseUrl, { localhost, clientMetadataDocuments })),
    ]),
  )
  return async (c, next) => {
    const { extraRedirectUris } = await readServiceSettings(db, config)
    return handlers.get(extraRedirectUris.includes('http://localhost'))!(c, next)
  }
}

/** Serves the documents; other well-known paths respond with a JSON 404 instead of an HTML page. */
export function serveDiscovery(app: Hono, services: Services): void {
  for (const [path, handler] of discoveryDocuments(services))
    resource(app, path, { GET: handler, isPublic: true })
  resource(app, '/.well-known/*', { GET: noSuchDocument, isPublic: true })
  resource(app, `${PATHS.mcp}/.well-known/*`, { GET: noSuchDocument, isPublic: true })
}

const noSuchDocument: Handler = () => {
  throw new Failure(
    'not_found',
    'There is no such document. The authorization server metadata lists all documents.',
  )
}
