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
import { shorten } from '../../text/shorten.ts'
import type { Notice } from '../../text/notice.ts'

const messages = allMessages.queue.save

/** The lines without a link that a notice names, and how much of each. */
const MAX_LINES = 3
const MAX_LINE_LENGTH = 60
/** Characters of an address that every proxy takes. */
const MAX_ADDRESS = 6000
const MAX_TYPED_BYTES = 512 * 1024

/**
 * Saves the links of a form, of which a person may have typed or pasted one or many; says what came of it. Lines without
 * a link stay in the form. Throws as the actions do.
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

/** Says so beside the field in which they are. */
function tooManyLinks(count: number): Failure {
  const detail = `Save at most ${MAX_LINKS} links at once; there are ${count}.`
  return new Failure('invalid_input', detail, { mistakes: [{ pointer: '#/url', detail }] })
}

/** A title belongs to one link, and must not get lost. */
function titleForMany(): Failure {
  const detail =
    'A title goes with one link. Clear it, or write each link on a line of its own as “Title: https://…”.'
  return new Failure('invalid_input', detail, { mistakes: [{ pointer: '#/title', detail }] })
}

/** Where no link was found, the text itself, which the action refuses in its own words. */
function withLink(form: InputMembers, link: { url: string; title?: string } | undefined): InputMembers {
  if (!link) return form
  return { ...form, url: link.url, title: textOf(form, 'title').trim() || link.title }
}

/** Names the item where it is one, for a page that leads on to it. */
export function done(saved: Saved[]): Notice {
  const [first] = saved
  const only = saved.length === 1 && first ? { item: first.item.id } : {}
  return { kind: 'done', text: savedMessage(saved), values: { ...undoValues(first?.act ?? null), ...only } }
}

function inPart(saved: Saved[], lines: string[]): Notice {
  const named = lines.slice(0, MAX_LINES).map((line) => shorten(line, MAX_LINE_LENGTH))
  return {
    kind: 'mistake',
    text: messages.inPart(savedMessage(saved), named, lines.length - named.length),
    field: 'url',
    values: { form: saveLink.name, url: lines.join('\n'), ...undoValues(saved[0]?.act ?? null) },
  }
}

/**
 * Leads whoever is not signed in any more to the sign-in, and from there to the form with what was typed; what is too long
 * for an address is shown at once, to be sent again after signing in. Nothing is saved until then. Throws `too_large`.
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
