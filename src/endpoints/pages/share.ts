import type { Handler } from 'hono'
import { sharePage } from '../../html/save/share-page.ts'
import { personOf, sessionOf, visitorOf } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'

/** `GET /share`: how pages are sent to the queue from elsewhere. */
export function share(services: Services): Handler {
  return async (c) => {
    const session = await sessionOf(c, services)
    const person = session && personOf({ session, formToken: (await visitorOf(c, services)).formToken })
    return htmlResponse(c, sharePage({ person, baseUrl: services.config.baseUrl }))
  }
}
