import type { Handler } from 'hono'
import { invalidField } from '../../failure.ts'
import { importPage } from '../../html/import/import-page.ts'
import { readFlash } from '../../http/flash.ts'
import { textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { readQuery } from '../../http/read-input.ts'
import { personOf, signedIn } from '../../http/visitor.ts'
import { controlImport, TRANSITION_NAMES, offeredTransitions } from '../../library/control-import.ts'
import { FORMATS } from '../../library/formats.ts'
import {
  requireImport,
  FOLDER_CHOICES,
  type Import,
  type ImportOptions,
  reportRows,
  startOfImport,
  UNCLEAR_CHOICES,
  waitingRows,
} from '../../library/import.ts'
import { STAGING_LEASE } from '../../library/staging-progress.ts'
import { REMOTE_LIBRARIES } from '../../library/remote-libraries.ts'
import { asTag } from '../../queue/input/field-value.ts'
import type { Services } from '../../services.ts'
import { handleSubmission } from '../account/submission.ts'
import { htmlResponse } from '../shared/html-response.ts'

const ROWS_SHOWN = 10
const SKIPPED_SHOWN = 20

/** `GET /import/{id}`. */
export function showImport(services: Services): Handler {
  const { db } = services
  return signedIn(services, async (c, visitor) => {
    const { accountId } = visitor.session
    const id = c.req.param('id') ?? ''
    const shown = asSeen(await requireImport(db, accountId, id), services.clock.now())
    return htmlResponse(
      c,
      importPage({
        person: personOf(visitor),
        notice: readFlash(services, visitor.formToken, readQuery(c.req.raw)),
        import: shown,
        now: services.clock.now(),
        startedAt: shown.state === 'running' ? await startOfImport(db, accountId, shown) : undefined,
        formatTitle:
          [...FORMATS, ...REMOTE_LIBRARIES].find(({ name }) => name === shown.format)?.title ?? shown.format,
        waiting: shown.state === 'ready' ? await waitingRows(db, { accountId, id }, ROWS_SHOWN) : [],
        skipped: await reportRows(db, { accountId, id }, { limit: SKIPPED_SHOWN, isSkippedOnly: true }),
        transitions: offeredTransitions(shown),
      }),
    )
  })
}

/** `POST /import/{id}`: starts, pauses, resumes, cancels or undoes an import. */
export function importSubmission(services: Services): Handler {
  return signedIn(services, (c, visitor) => {
    const id = c.req.param('id') ?? ''
    return handleSubmission(c, services, {
      visitor,
      name: 'import',
      page: () => `/import/${encodeURIComponent(id)}`,
      async work(form, { session }) {
        const transition = TRANSITION_NAMES.find((name) => name === textOf(form, 'transition'))
        if (transition === undefined) throw invalidField('transition', 'Choose what to do with this import.')
        const options = transition === 'start' ? optionsOf(form) : undefined
        await controlImport(services, { accountId: session.accountId, id }, { transition, options })
        return {}
      },
    })
  })
}

/** An import whose process ended while it read a remote library is interrupted. */
function asSeen(found: Import, now: number): Import {
  const isLeft = found.state === 'reading' && found.sourceAt !== null && found.sourceAt < now - STAGING_LEASE
  return isLeft ? { ...found, state: 'interrupted' } : found
}

function optionsOf(form: InputMembers): ImportOptions {
  const folders = FOLDER_CHOICES.find((choice) => choice === textOf(form, 'folders')) ?? 'each'
  const unclear = UNCLEAR_CHOICES.find((choice) => choice === textOf(form, 'unclear')) ?? 'unread'
  const text = textOf(form, 'tag').trim()
  const tag = text === '' ? null : asTag('tag', text)
  return { folders, unclear, tag }
}
