import type { Context } from 'hono'
import type { Session } from '../../accounts/sessions.ts'
import { Failure } from '../../failure.ts'
import { savedMessage } from '../../html/actions/action-messages.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { undoValues } from '../../html/parts/notice.ts'
import { sessionEndedPage } from '../../html/save/session-ended-page.ts'
import { personCaller } from '../../http/caller.ts'
import { textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { FORM_TYPE, readInput } from '../../http/read-input.ts'
import { rejectCrossSite } from '../../http/same-origin.ts'
import type { Saved } from '../../queue/actions/action.ts'
import { runQueueAction } from '../../queue/actions/run-action.ts'
import { saveLink } from '../../queue/actions/save-link.ts'
import { saveLinks } from '../../queue/actions/save-links.ts'
import { MAX_LINKS } from '../../queue/input/field.ts'
import { readPastedLinks } from '../../queue/input/pasted-links.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { truncate } from '../../text/truncate.ts'
import type { Notice } from '../../text/notice.ts'

const messages = allMessages.queue.save

/** The most lines without a link that a notice quotes, and the characters of each. */
const MAX_LINES = 3
const MAX_LINE_LENGTH = 60
/** Characters of a URL that every proxy accepts. */
const MAX_ADDRESS = 6000
const MAX_TYPED_BYTES = 512 * 1024

/**
 * Saves the links that a person typed or pasted into a form, and returns a notice of the outcome. Lines without a link stay
 * in the form. Throws like the actions.
 */
export async function saveTyped(services: Services, session: Session, form: InputMembers): Promise<Notice> {
  const { links, otherLines } = readPastedLinks(textOf(form, 'url'))
  const request = { accountId: session.accountId, caller: personCaller(services, session) }
  const [first] = links
  if (links.length > 1 && textOf(form, 'title').trim() !== '') throw titleForMany()
  if (links.length > MAX_LINKS) throw tooManyLinks(links.length)
  const { tags, note } = form
  const saved =
    first === undefined || links.length === 1
      ? await runQueueAction(services, { ...request, action: saveLink }, withLink(form, first))
      : await runQueueAction(
          services,
          { ...request, action: saveLinks },
          { links: links.map((link) => ({ ...link, tags, note })) },
        )
  return otherLines.length > 0 && first ? inPart(saved, otherLines) : done(saved)
}

/** The failure points at the field, so that the message is shown beside it. */
function tooManyLinks(count: number): Failure {
  const detail = `Save at most ${MAX_LINKS} links at once; there are ${count}.`
  return new Failure('invalid_input', detail, { errors: [{ pointer: '#/url', detail }] })
}

/** A title belongs to one link; ignoring it would lose it. */
function titleForMany(): Failure {
  const detail =
    'A title goes with one link. Clear it, or write each link on a line of its own as “Title: https://…”.'
  return new Failure('invalid_input', detail, { errors: [{ pointer: '#/title', detail }] })
}

/** The form with the link; without a link it keeps the text, which the action then refuses. */
function withLink(form: InputMembers, link: { url: string; title?: string } | undefined): InputMembers {
  if (!link) return form
  return { ...form, url: link.url, title: textOf(form, 'title').trim() || link.title }
}

/** The notice of a save; for a single item it has the id, so that the page can link to it. */
export function done(saved: Saved[]): Notice {
  const [first] = saved
  const only = saved.length === 1 && first ? { item: first.item.id } : {}
  return { kind: 'done', text: savedMessage(saved), values: { ...undoValues(first?.act ?? null), ...only } }
}

function inPart(saved: Saved[], lines: string[]): Notice {
  const named = lines.slice(0, MAX_LINES).map((line) => truncate(line, MAX_LINE_LENGTH))
  return {
    kind: 'mistake',
    text: messages.inPart(savedMessage(saved), named, lines.length - named.length),
    field: 'url',
    values: { form: saveLink.name, url: lines.join('\n'), ...undoValues(saved[0]?.act ?? null) },
  }
}

/**
 * Redirects a person who is no longer signed in to the sign-in page, and from there back to the form with the typed text.
 * A text that is too long for a URL is shown at once, to be sent again after signing in. Saves nothing. Throws `too_large`.
 */
export async function signInFirst(c: Context, { config }: Services): Promise<Response> {
  rejectCrossSite(c, config.baseUrl)
  const form = await readInput(c.req.raw, { limit: MAX_TYPED_BYTES, types: [FORM_TYPE] })
  const fields = ['url', 'title', 'tags', 'note'].map((name): [string, string] => [name, textOf(form, name)])
  const typed = fields.filter(([, text]) => text !== '')
  const signIn = `/login?ended&return=${encodeURIComponent(`/save?${new URLSearchParams(typed)}`)}`
  if (signIn.length <= MAX_ADDRESS) return c.redirect(signIn, 303)
  return htmlResponse(c, sessionEndedPage(Object.fromEntries(typed)), { status: 401 })
}
