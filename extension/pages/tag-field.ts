import { message } from '../browser/message.ts'
import { readTags } from '../core/tags.ts'
import { element } from './element.ts'

const MAX_SHOWN = 6

type Handlers = {
  add(tags: string[]): void
  remove(tag: string): void
  /** What is typed and not added yet. */
  typed(text: string): void
}

/** The tags as chips, and a field for more, with suggestions (the combobox of ARIA's authoring practices). */
export function tagField({ add, remove, typed }: Handlers): {
  element: HTMLElement
  input: HTMLInputElement
  show(tags: string[]): void
  suggest(tags: string[]): void
} {
  let shown: string[] = []
  let known: string[] = []
  let active = -1
  const chips = element('ul', { class: 'tags', 'aria-label': message('tags'), hidden: true })
  const list = element('ul', {
    id: 'suggested',
    role: 'listbox',
    'aria-label': message('suggestions'),
    hidden: true,
  })
  const input = element('input', {
    id: 'tag',
    name: 'tag',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: '500',
    role: 'combobox',
    'aria-label': message('addTag'),
    'aria-expanded': 'false',
    'aria-controls': 'suggested',
    'aria-autocomplete': 'list',
    placeholder: message('addTag'),
  })

  const submit = (text: string) => {
    const tags = readTags(text).filter((tag) => !shown.includes(tag))
    input.value = ''
    typed('')
    suggestFor(false)
    if (tags.length > 0) add(tags)
  }
  function suggestFor(isOpen = true): void {
    const start = input.value.trim().toLowerCase()
    const fitting = known.filter((tag) => tag.startsWith(start) && tag !== start && !shown.includes(tag))
    const offered =
      isOpen && (start !== '' || document.activeElement === input) ? fitting.slice(0, MAX_SHOWN) : []
    active = -1
    input.removeAttribute('aria-activedescendant')
    list.replaceChildren(...offered.map(option))
    list.hidden = offered.length === 0
    input.setAttribute('aria-expanded', String(!list.hidden))
  }
  function option(tag: string, index: number): HTMLElement {
    const made = element(
      'li',
      { id: `suggested-${index}`, role: 'option', 'aria-selected': 'false' },
      element('bdi', {}, tag),
    )
    // Pressing must not take the focus out of the field.
    made.addEventListener('pointerdown', (event) => event.preventDefault())
    made.addEventListener('click', () => submit(tag))
    return made
  }
  function move(step: number): void {
    const options = [...list.children]
    options[active]?.setAttribute('aria-selected', 'false')
    active = (active + step + options.length + (active < 0 && step < 0 ? 1 : 0)) % options.length
    options[active]?.setAttribute('aria-selected', 'true')
    input.setAttribute('aria-activedescendant', `suggested-${active}`)
  }

  input.addEventListener('input', () => {
    if (/[,，、]/.test(input.value)) return submit(input.value)
    typed(input.value)
    suggestFor()
  })
  input.addEventListener('focus', () => suggestFor(input.value !== ''))
  input.addEventListener('blur', () => suggestFor(false))
  input.addEventListener('keydown', (event) => {
    const { key } = event
    if (event.isComposing) return
    if (key === 'Enter') {
      event.preventDefault()
      submit(list.children[active]?.textContent ?? input.value)
    } else if ((key === 'ArrowDown' || key === 'ArrowUp') && !list.hidden) {
      event.preventDefault()
      move(key === 'ArrowDown' ? 1 : -1)
    } else if (key === 'ArrowDown') suggestFor()
    else if (key === 'Escape' && !list.hidden) {
      event.preventDefault()
      suggestFor(false)
    } else if (key === 'Backspace' && input.value === '' && shown.length > 0) {
      remove(shown.at(-1)!)
    }
  })

  const chip = (tag: string) => {
    const cross = element(
      'button',
      { type: 'button', class: 'button chip', 'aria-label': message('removeTag', tag) },
      '×',
    )
    cross.addEventListener('click', () => {
      remove(tag)
      input.focus()
    })
    return element('li', {}, element('bdi', {}, tag), cross)
  }
  return {
    element: element('div', { class: 'tagging' }, chips, input, list),
    input,
    show(tags) {
      if (tags.join('\n') === shown.join('\n')) return
      shown = tags
      chips.replaceChildren(...tags.map(chip))
      chips.hidden = tags.length === 0
      chips.scrollTop = chips.scrollHeight
    },
    suggest(tags) {
      known = tags
      if (document.activeElement === input && input.value !== '') suggestFor()
    },
  }
}
