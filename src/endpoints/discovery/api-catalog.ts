import type { Handler, MiddlewareHandler } from 'hono'
import { PATHS } from '../../config/paths.ts'
import { document } from './document.ts'

const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

/** The linkset of all APIs here (RFC 9727), which also names itself in its Link header. */
export function apiCatalog(baseUrl: string): Handler {
  const respond = document(JSON.stringify(linkset(baseUrl)), CATALOG_TYPE)
  return (c, next) => {
    c.header('Link', catalogLink(baseUrl))
    return respond(c, next)
  }
}

/** Adds a Link header pointing to the catalog and auth.md (RFC 9727 §5, RFC 8631). */
export function serviceLinks(baseUrl: string): MiddlewareHandler {
  return (c, next) => {
    c.header('Link', serviceLinkHeader(baseUrl))
    return next()
  }
}

export function serviceLinkHeader(baseUrl: string): string {
  return `${catalogLink(baseUrl)}, <${baseUrl}${PATHS.authGuide}>; rel="service-doc"; type="text/markdown"`
}

function catalogLink(baseUrl: string): string {
  return `<${baseUrl}${PATHS.apiCatalog}>; rel="api-catalog"`
}

function linkset(baseUrl: string) {
  const apis = [PATHS.queue, PATHS.mcp]
  return {
    linkset: [
      { anchor: baseUrl + PATHS.apiCatalog, item: apis.map((path) => ({ href: baseUrl + path })) },
      ...apis.map((path) => ({
        anchor: baseUrl + path,
        'service-doc': [{ href: baseUrl + PATHS.authGuide, type: 'text/markdown' }],
        'service-meta': [{ href: baseUrl + PATHS.resourceMetadata + path, type: 'application/json' }],
      })),
    ],
  }
}
