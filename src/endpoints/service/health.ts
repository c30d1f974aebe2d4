import type { Handler } from 'hono'
import { createServiceCheck } from '../../doctor/check-in-thread.ts'
import { healthPage } from '../../html/service/health-page.ts'
import { personOf } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { ownerPage } from './owner-page.ts'

/** `GET /account/service/health`: checks what the doctor checks, and says what is not right. */
export function showHealth(services: Services): Handler {
  const check = createServiceCheck(services.config, services.clock)
  return ownerPage(services, async (c, visitor) =>
    htmlResponse(c, healthPage({ person: personOf(visitor), findings: await check() })),
  )
}
