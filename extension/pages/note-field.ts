import { message } from '../browser/message.ts'
import { element } from './element.ts'

/** Milliseconds without a key, after which a note is saved. */
const PAUSE = 700

/** A note that is saved while the person types; `typed` keeps each word, `save` sends them. */
export function noteField({
  typed,
  save,
}: {
  typed(note: string): void
  save(note: string): Promise<void>
}): {
  element: HTMLElement
  show(note: string): void
  saveNow(): void
} {
  let kept = ''
  let isTyped = false
  let isKnown = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const input = element('textarea', {
    id: 'note',
    name: 'note',
    rows: '2',
    maxlength: '5000',
    placeholder: message('notePlaceholder'),
  })
  const saveNow = () => {
    clearTimeout(timer)
    if (input.value === kept) return
    kept = input.value
    void save(input.value)
  }
  input.addEventListener('input', () => {
    isTyped = true
    typed(input.value)
    clearTimeout(timer)
    timer = setTimeout(saveNow, PAUSE)
  })
  input.addEventListener('blur', saveNow)
  return {
    saveNow,
    element: element('div', { class: 'field' }, element('label', { for: 'note' }, message('note')), input),
    show(note) {
      const shown = isTyped ? united(note, input.value, isKnown) : note
      if (shown !== input.value) input.value = shown
      if (!isTyped) kept = shown
      else if (shown !== note) typed(shown)
      isKnown = true
    },
  }
}

/** What is typed, after a note that the item had already when the person began. */
function united(note: string, typed: string, isKnown: boolean): string {
  if (note.includes(typed.trim())) return isKnown && note.startsWith(typed) ? typed : note
  return isKnown || typed.startsWith(note) ? typed : `${note}\n\n${typed}`
}
