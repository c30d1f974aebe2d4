import type { TabPage } from '../browser/edits.ts'
import { message } from '../browser/message.ts'
import { callBackground } from '../browser/background-calls.ts'
import type { TabOutcome } from '../browser/save-tab.ts'
import type { Edit } from '../core/edit.ts'
import { asFailure, type Failure } from '../core/failure.ts'
import { stringsOf } from '../core/siren.ts'
import { readTags } from '../core/tags.ts'
import { byId } from './element.ts'
import { noteField } from './note-field.ts'
import { pendingTags } from './pending-tags.ts'
import { tagField } from './tag-field.ts'

type FormContext = {
  page(): TabPage
  /** The outcome that the popup shows; undefined until there is one. */
  currentOutcome(): TabOutcome | undefined
  /** Called after an edit, with the outcome and a message that says what was done. */
  onEdited(outcome: TabOutcome, done: string): void
  onFailed(failure: Failure): void
}

/** The tags and the note of the page, whether it is being sent, queued or saved. */
export function editForm({ page, currentOutcome, onEdited, onFailed }: FormContext): {
  elements: HTMLElement[]
  open(isFocused: boolean): void
  close(): void
  show(outcome: TabOutcome): void
  saveNow(): void
} {
  const draft: { note?: string; tag?: string } = {}
  const tagEdits = pendingTags()
  let isShown = false
  let hasAskedForTags = false

  const saveDraft = () => {
    const outcome = currentOutcome()
    const item = outcome?.kind === 'saved' ? { item: outcome.item } : {}
    void callBackground('saveDraft', { ...page(), ...draft, ...item }).catch(() => undefined)
  }

  async function submit(edit: Edit, done: string): Promise<boolean> {
    const settle = tagEdits.begin(edit)
    tagInput.show(tagEdits.shown())
    try {
      const outcome = await callBackground('applyEdit', { page: page(), edit })
      settle()
      onEdited(outcome, outcome.kind === 'queued' || outcome.hasQueuedChange ? message('editWaits') : done)
      return true
    } catch (error) {
      settle()
      tagInput.show(tagEdits.shown())
      onFailed(asFailure(error))
      return false
    }
  }

  const tagInput = tagField({
    add: (tags) => void submit({ add: tags }, message('tagAdded')),
    remove: (tag) => void submit({ remove: [tag] }, message('tagRemoved')),
    onInput(tag) {
      draft.tag = tag
      saveDraft()
    },
  })
  tagInput.input.addEventListener('keydown', suggestMore)
  tagInput.input.addEventListener('input', suggestMore)
  /** Asks the service for tags, once, as soon as the person types in the field. */
  function suggestMore(): void {
    if (hasAskedForTags) return
    hasAskedForTags = true
    void callBackground('suggestTags').then(tagInput.suggest, () => undefined)
  }

  const noteInput = noteField({
    onInput(text) {
      draft.note = text
      saveDraft()
    },
    async save(text) {
      // Before the page is in the outbox, the note is only in the draft.
      if (!currentOutcome()) return false
      const isSaved = await submit({ note: text }, message('noteSaved'))
      if (isSaved && draft.note === text) {
        delete draft.note
        saveDraft()
      }
      return isSaved
    },
  })

  return {
    elements: [tagInput.element, noteInput.element],
    open(isFocused) {
      byId('edit').hidden = false
      if (isFocused) tagInput.input.focus()
    },
    close() {
      byId('edit').hidden = true
      delete draft.note
      delete draft.tag
      saveDraft()
    },
    show(outcome) {
      byId('edit').hidden = false
      const { tags, note } = fieldsOf(outcome)
      tagEdits.confirm(tags)
      tagInput.show(tagEdits.shown())
      if (!isShown) void callBackground('listUsedTags').then(tagInput.suggest, () => undefined)
      isShown = true
      noteInput.show(note)
    },
    saveNow: () => noteInput.saveNow(),
  }
}

/** The tags and the note of an outcome, from the item or from the queued entry. */
function fieldsOf(outcome: TabOutcome): { tags: string[]; note: string } {
  if (outcome.kind === 'queued') return { tags: readTags(outcome.entry.tags), note: outcome.entry.note }
  const { tags, note } = outcome.item.properties
  return { tags: stringsOf(tags), note: typeof note === 'string' ? note : '' }
}
