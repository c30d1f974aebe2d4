import type { Handler } from 'hono'
import { sharePage } from '../../html/save/share-page.ts'
import { personOf, findSignedInVisitor } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'

/** `GET /share`: how pages are sent to the queue from elsewhere. */
export function share(services: Services): Handler {
  return async (c) => {
    const visitor = await findSignedInVisitor(c, services)
    const person = visitor && personOf(visitor)
    return htmlResponse(c, sharePage({ person, baseUrl: services.config.baseUrl }))
  }
}
