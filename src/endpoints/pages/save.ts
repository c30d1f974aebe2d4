import type { Context, Handler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { Failure } from '../../failure.ts'
import { failureStatus } from '../../failure-status.ts'
import { savedPage, savePage } from '../../html/save/save-page.ts'
import { readFlash } from '../../http/flash.ts'
import { readQuery } from '../../http/read-input.ts'
import { personOf, signedIn, type SignedIn } from '../../http/visitor.ts'
import { saveLink } from '../../queue/actions/save-link.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { mergeWithSaved, readSharedPage, type SharedPage } from '../../queue/input/shared-page.ts'
import { type Link, parseLink } from '../../queue/model/url.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'
import type { Notice } from '../../text/notice.ts'
import type { ItemId } from '../../ids.ts'

/** `GET /save`: what a bookmark or another app hands over, as a form that asks; it saves nothing itself. */
export function saveShared(services: Services): Handler {
  return signedIn(services, async (c, visitor) => {
    const query = readQuery(c.req.raw)
    const notice = readFlash(services, visitor.formToken, query)
    const savedId = notice?.kind === 'done' ? notice.values?.['item'] : undefined
    if (notice && savedId !== undefined) return showSaved(c, services, { visitor, itemId: savedId, notice })
    return askToSave(c, services, { visitor, shared: readSharedPage(notice?.values ?? query), notice })
  })
}

type Asked = { visitor: SignedIn; shared: SharedPage; notice: Notice | undefined }

async function askToSave(
  c: Context,
  { db, clock }: Services,
  { visitor, shared, notice }: Asked,
): Promise<Response> {
  const { link, mistake, status = 200 } = linkOf(shared)
  const known = link && (await itemsOf(db, visitor.session.accountId).findByIdentity(link.identity))
  const view = {
    person: personOf(visitor),
    now: clock.now(),
    page: known ? mergeWithSaved(known, shared) : shared,
    existing: known,
    notice: notice ?? mistake,
  }
  return htmlResponse(c, savePage(view), { status })
}

type SharedLink = { link?: Link; mistake?: Notice; status?: ContentfulStatusCode }

/** The link that was shared; the form says what is wrong with any other address. */
function linkOf(shared: SharedPage): SharedLink {
  // Several links are looked at when they are saved.
  if (shared.url === '' || /\n/.test(shared.url)) return {}
  try {
    return { link: parseLink(shared.url) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const values = { ...shared, form: saveLink.name }
    const mistake: Notice = { kind: 'mistake', text: error.detail, field: 'url', values }
    return { mistake, status: failureStatus[error.code] }
  }
}

type SavedPage = { visitor: SignedIn; itemId: ItemId; notice: Notice }

async function showSaved(
  c: Context,
  { db }: Services,
  { visitor, itemId, notice }: SavedPage,
): Promise<Response> {
  const item = await itemsOf(db, visitor.session.accountId).find(itemId)
  return htmlResponse(c, savedPage({ person: personOf(visitor), item, notice }))
}
