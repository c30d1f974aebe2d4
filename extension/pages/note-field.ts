import { message } from '../browser/message.ts'
import { element } from './element.ts'

/** How long the person must stop typing before the note is saved. */
const DEBOUNCE_MS = 700

/**
 * A field for a note that is saved while the person types. `onInput` gets the text at each key; `save` sends it, and returns
 * false if it could not.
 */
export function noteField({
  onInput,
  save,
}: {
  onInput(note: string): void
  save(note: string): Promise<boolean>
}): {
  element: HTMLElement
  show(note: string): void
  saveNow(): void
} {
  let saved = ''
  /** Whether the person has typed. */
  let isTyped = false
  /** Whether the item's note has been shown. */
  let isKnown = false
  /** How many calls of `save` are running. */
  let savesInFlight = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const input = element('textarea', {
    id: 'note',
    name: 'note',
    rows: '2',
    maxlength: '5000',
    placeholder: message('notePlaceholder'),
  })
  const saveNow = async () => {
    clearTimeout(timer)
    const text = input.value
    if (text === saved) return
    const previous = saved
    saved = text
    savesInFlight++
    const isSaved = await save(text)
    savesInFlight--
    if (!isSaved && saved === text) saved = previous
  }
  const saveSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void saveNow(), DEBOUNCE_MS)
  }
  input.addEventListener('input', () => {
    isTyped = true
    onInput(input.value)
    saveSoon()
  })
  input.addEventListener('blur', () => void saveNow())
  return {
    saveNow: () => void saveNow(),
    element: element('div', { class: 'field' }, element('label', { for: 'note' }, message('note')), input),
    show(note) {
      const isFirst = !isKnown
      isKnown = true
      if (!isTyped) {
        if (note !== input.value) input.value = note
        saved = note
      } else if (isFirst) {
        // The person began to type before the item's note was known. The note is put in front of the typed text.
        saved = note
        if (note !== '' && !input.value.startsWith(note)) input.value = `${note}\n\n${input.value}`
        onInput(input.value)
        saveSoon()
      } else if (savesInFlight === 0 && input.value === saved && normalise(note) !== normalise(saved)) {
        input.value = saved = note
      }
    },
  }
}

/** The note with single spaces, since the service changes white space. */
function normalise(note: string): string {
  return note.replace(/\s+/g, ' ').trim()
}
