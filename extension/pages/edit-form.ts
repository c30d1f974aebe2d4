import type { TabPage } from '../browser/edits.ts'
import { message } from '../browser/message.ts'
import { callBackground } from '../browser/messages.ts'
import type { TabOutcome } from '../browser/save-tab.ts'
import { asFailure, type Failure } from '../core/failure.ts'
import { textsOf } from '../core/siren.ts'
import { readTags } from '../core/tags.ts'
import { byId } from './element.ts'
import { noteField } from './note-field.ts'
import { tagField } from './tag-field.ts'

type Handlers = {
  page(): TabPage
  current(): TabOutcome | undefined
  /** Shows the page as it is now, and what was done. */
  changed(outcome: TabOutcome, done: string): void
  failed(failure: Failure): void
}

/** Tags and note of the page, wherever it is: on its way, waiting or saved. */
export function editForm({ page, current, changed, failed }: Handlers): {
  elements: HTMLElement[]
  open(isFocused: boolean): void
  close(): void
  show(outcome: TabOutcome): void
  saveNow(): void
} {
  const typed: { note?: string; tag?: string } = {}
  /** Tags that were added or removed and are not confirmed yet. */
  let pending: { tag: string; isAdded: boolean }[] = []
  let confirmed: string[] = []
  let suggestions: Promise<void> | undefined

  const keep = () => void callBackground('keepDraft', { ...page(), ...typed }).catch(() => undefined)
  const shownTags = () => [
    ...confirmed.filter((tag) => !pending.some((one) => one.tag === tag)),
    ...pending.filter(({ isAdded }) => isAdded).map(({ tag }) => tag),
  ]

  async function edit(
    change: { add?: string[]; remove?: string; note?: string },
    done: string,
  ): Promise<void> {
    const tags = (change.add ?? []).map((tag) => ({ tag, isAdded: true }))
    const changes = change.remove === undefined ? tags : [...tags, { tag: change.remove, isAdded: false }]
    pending = [...pending.filter(({ tag }) => !changes.some((one) => one.tag === tag)), ...changes]
    tagsOf.show(shownTags())
    try {
      const outcome = await callBackground('edit', { page: page(), edit: change })
      pending = pending.filter((one) => !changes.includes(one))
      changed(outcome, outcome.kind === 'queued' || outcome.waits ? message('editWaits') : done)
    } catch (error) {
      pending = pending.filter((one) => !changes.includes(one))
      tagsOf.show(shownTags())
      failed(asFailure(error))
    }
  }

  const tagsOf = tagField({
    add: (tags) => void edit({ add: tags }, message('tagAdded')),
    remove: (tag) => void edit({ remove: tag }, message('tagRemoved')),
    typed(tag) {
      typed.tag = tag
      keep()
    },
  })
  const note = noteField({
    typed(text) {
      typed.note = text
      keep()
    },
    async save(text) {
      // Until the page is in the outbox, the draft keeps the note.
      if (!current()) return
      await edit({ note: text }, message('noteSaved'))
      if (typed.note !== text) return
      delete typed.note
      keep()
    },
  })

  return {
    elements: [tagsOf.element, note.element],
    open(isFocused) {
      byId('edit').hidden = false
      if (isFocused) tagsOf.input.focus()
    },
    close() {
      byId('edit').hidden = true
      delete typed.note
      delete typed.tag
      keep()
    },
    show(outcome) {
      byId('edit').hidden = false
      const { properties } = outcome.kind === 'saved' ? outcome.item : { properties: undefined }
      confirmed = outcome.kind === 'saved' ? textsOf(properties?.['tags']) : readTags(outcome.entry.tags)
      tagsOf.show(shownTags())
      // Asked after the save, which nothing should delay.
      suggestions ??= callBackground('suggestedTags').then(tagsOf.suggest, () => undefined)
      const text = outcome.kind === 'saved' ? properties?.['note'] : outcome.entry.note
      note.show(typeof text === 'string' ? text : '')
    },
    saveNow: () => note.saveNow(),
  }
}
