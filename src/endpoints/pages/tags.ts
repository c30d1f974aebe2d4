import type { Handler } from 'hono'
import { Failure } from '../../failure.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { undoValues } from '../../html/parts/notice.ts'
import { TAGS_PATH, tagsPage } from '../../html/tags/tags-page.ts'
import { personCaller } from '../../http/caller.ts'
import { readFlash, withFlash } from '../../http/flash.ts'
import { readForm } from '../../http/form.ts'
import { readQuery } from '../../http/read-input.ts'
import { personOf, signedIn } from '../../http/visitor.ts'
import { parseInput } from '../../queue/input/parse-input.ts'
import { MAX_SUGGESTED, pageOfTags, TAG_ORDERS, readTagCounts } from '../../queue/items/tag-counts.ts'
import { MAX_TAG_LENGTH, normaliseTag } from '../../queue/model/tag.ts'
import { TAG_COLOURS, tagColourNamed } from '../../queue/tags/tag-colour.ts'
import { setTagColour } from '../../queue/tags/tag-colour-row.ts'
import { replaceTag } from '../../queue/tags/replace-tag.ts'
import type { Services } from '../../services.ts'
import type { Notice } from '../../text/notice.ts'
import { htmlResponse } from '../shared/html-response.ts'

const messages = allMessages.tags.done
const TAG = { kind: 'tag', title: 'Tag', required: true, maxLength: MAX_TAG_LENGTH } as const
const COLOUR = { kind: 'choice', title: 'Colour', choices: TAG_COLOURS } as const

/** `GET /tags`: all tags, or those with `q` in their names, by pages; `edit` names the one that is edited. */
export function tagList(services: Services): Handler {
  return signedIn(services, async (c, visitor) => {
    const query = readQuery(c.req.raw)
    const { after = '', edit, q = '', sort } = query
    const { accountId } = visitor.session
    const order = TAG_ORDERS.find((known) => known === sort) ?? 'name'
    const wanted = { after, part: normaliseTag(q.slice(0, MAX_TAG_LENGTH)), order }
    const { tags, next } = await services.permits.withSearch(accountId, () =>
      pageOfTags(services.db, accountId, wanted),
    )
    const notice = readFlash(services, visitor.formToken, query)
    const edited = edit === undefined ? undefined : normaliseTag(edit.slice(0, MAX_TAG_LENGTH))
    const page = tagsPage({
      person: personOf(visitor),
      tags,
      next,
      edited: edited || undefined,
      wanted,
      notice,
    })
    return htmlResponse(c, page, { hasScripts: true })
  })
}

/** `GET /tags/names`: the most used tags, as a JSON array of strings, for the suggestions of a page that is shown already. */
export function tagNames(services: Services): Handler {
  return signedIn(services, async (c, { session }) => {
    const tags = await readTagCounts(services.db, session.accountId, MAX_SUGGESTED)
    c.header('Cache-Control', 'private, no-store')
    return c.json(tags.map(({ tag }) => tag))
  })
}

/** `POST /tags/rename`: gives all items of a tag another one; two tags are merged so. */
export function renameTagSubmission(services: Services): Handler {
  return signedIn(services, async (c, { session, formToken }) => {
    const form = await readForm(c, services, { session })
    const redirect = (path: string, notice: Notice) =>
      c.redirect(withFlash(services, formToken, { path, notice }), 303)
    try {
      const { tag, to } = parseInput({ tag: TAG, to: TAG }, form)
      if (tag === to) return redirect(TAGS_PATH, { kind: 'done', text: messages.same })
      const caller = personCaller(services, session)
      const { items, act } = await replaceTag(services, { accountId: session.accountId, caller, tag, to })
      const text =
        items === 0
          ? messages.nothing
          : messages.renamed({ tag, to, shown: allMessages.formats.count(items), count: items })
      return redirect(TAGS_PATH, { kind: 'done', text, values: undoValues(act) })
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'invalid_input') throw error
      const [tag = '', to = ''] = [form['tag'], form['to']].map((value) => String(value ?? '').slice(0, 100))
      const path = `${TAGS_PATH}?${new URLSearchParams({ edit: tag }).toString()}`
      return redirect(path, { kind: 'mistake', text: error.detail, field: 'to', values: { to } })
    }
  })
}

/** `POST /tags/colour`: gives a tag a colour, or none where it is empty. */
export function colourTagSubmission(services: Services): Handler {
  return signedIn(services, async (c, { session, formToken }) => {
    const input = parseInput({ tag: TAG, colour: COLOUR }, await readForm(c, services, { session }))
    const [tag, colour] = [input.tag, tagColourNamed(input.colour)]
    const caller = personCaller(services, session)
    const { accountId } = session
    const before = await setTagColour(services, { accountId, caller, tag, colour })
    const text = colour
      ? messages.coloured(tag, allMessages.tags.colour.names[colour])
      : messages.uncoloured(tag)
    const notice: Notice = { kind: 'done', text, values: { coloured: tag, colour: before ?? '' } }
    return c.redirect(withFlash(services, formToken, { path: TAGS_PATH, notice }), 303)
  })
}

/** `POST /tags/delete`: takes a tag off all items. */
export function deleteTagSubmission(services: Services): Handler {
  return signedIn(services, async (c, { session, formToken }) => {
    const { tag } = parseInput({ tag: TAG }, await readForm(c, services, { session }))
    const caller = personCaller(services, session)
    const accountId = session.accountId
    const { items, act } = await replaceTag(services, { accountId, caller, tag, to: null })
    const text =
      items === 0 ? messages.nothing : messages.removed(tag, allMessages.formats.count(items), items)
    const notice: Notice = { kind: 'done', text, values: undoValues(act) }
    return c.redirect(withFlash(services, formToken, { path: TAGS_PATH, notice }), 303)
  })
}
