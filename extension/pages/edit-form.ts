import type { TabPage } from '../browser/edits.ts'
import { message } from '../browser/message.ts'
import { callBackground } from '../browser/background-calls.ts'
import type { TabOutcome } from '../browser/save-tab.ts'
import type { Edit } from '../core/edit.ts'
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
  let isShown = false
  let isAsked = false

  const keep = () => {
    const outcome = current()
    const item = outcome?.kind === 'saved' ? { item: outcome.item } : {}
    void callBackground('keepDraft', { ...page(), ...typed, ...item }).catch(() => undefined)
  }
  const shownTags = () => [
    ...confirmed.filter((tag) => !pending.some((one) => one.tag === tag)),
    ...pending.filter(({ isAdded }) => isAdded).map(({ tag }) => tag),
  ]

  async function edit(change: Edit, done: string): Promise<boolean> {
    const changes = [
      ...(change.add ?? []).map((tag) => ({ tag, isAdded: true })),
      ...(change.remove ?? []).map((tag) => ({ tag, isAdded: false })),
    ]
    pending = [...pending.filter(({ tag }) => !changes.some((one) => one.tag === tag)), ...changes]
    tagsOf.show(shownTags())
    try {
      const outcome = await callBackground('edit', { page: page(), edit: change })
      pending = pending.filter((one) => !changes.includes(one))
      changed(outcome, outcome.kind === 'queued' || outcome.waits ? message('editWaits') : done)
      return true
    } catch (error) {
      pending = pending.filter((one) => !changes.includes(one))
      tagsOf.show(shownTags())
      failed(asFailure(error))
      return false
    }
  }

  const tagsOf = tagField({
    add: (tags) => void edit({ add: tags }, message('tagAdded')),
    remove: (tag) => void edit({ remove: [tag] }, message('tagRemoved')),
    typed(tag) {
      typed.tag = tag
      keep()
    },
  })
  tagsOf.input.addEventListener('keydown', suggestMore)
  tagsOf.input.addEventListener('input', suggestMore)
  /** The service is asked for tags only when they are wanted. */
  function suggestMore(): void {
    if (isAsked) return
    isAsked = true
    void callBackground('suggestedTags').then(tagsOf.suggest, () => undefined)
  }

  const note = noteField({
    typed(text) {
      typed.note = text
      keep()
    },
    async save(text) {
      // Until the page is in the outbox, the draft keeps the note.
      if (!current()) return false
      const isSaved = await edit({ note: text }, message('noteSaved'))
      if (isSaved && typed.note === text) {
        delete typed.note
        keep()
      }
      return isSaved
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
      if (!isShown) void callBackground('usedTags').then(tagsOf.suggest, () => undefined)
      isShown = true
      const text = outcome.kind === 'saved' ? properties?.['note'] : outcome.entry.note
      note.show(typeof text === 'string' ? text : '')
    },
    saveNow: () => note.saveNow(),
  }
}
