import { message } from '../browser/message.ts'
import { element } from './element.ts'

/** Milliseconds without a key, after which a note is saved. */
const PAUSE = 700

/** A note that is saved while the person types; `typed` keeps each word, `save` sends them and says whether it did. */
export function noteField({
  typed,
  save,
}: {
  typed(note: string): void
  save(note: string): Promise<boolean>
}): {
  element: HTMLElement
  show(note: string): void
  saveNow(): void
} {
  let saved = ''
  let isTyped = false
  let isKnown = false
  /** How many texts are on their way. */
  let saving = 0
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
    const before = saved
    saved = text
    saving++
    const isSaved = await save(text)
    saving--
    if (!isSaved && saved === text) saved = before
  }
  const saveSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void saveNow(), PAUSE)
  }
  input.addEventListener('input', () => {
    isTyped = true
    typed(input.value)
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
        // The person began before the item's own note was known.
        saved = note
        if (note !== '' && !input.value.startsWith(note)) input.value = `${note}\n\n${input.value}`
        typed(input.value)
        saveSoon()
      } else if (saving === 0 && input.value === saved && plain(note) !== plain(saved)) {
        input.value = saved = note
      }
    },
  }
}

/** A note without the differences that the service makes. */
function plain(note: string): string {
  return note.replace(/\s+/g, ' ').trim()
}
