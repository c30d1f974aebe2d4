import { message } from '../browser/message.ts'
import { readTags } from '../core/tags.ts'
import { element } from './element.ts'

const MAX_SUGGESTIONS = 6

type TagHandlers = {
  add(tags: string[]): void
  remove(tag: string): void
  /** Gets the text of the field that is not added as a tag yet. */
  onInput(text: string): void
}

/** The tags as chips, and a field to add more, with suggestions (the combobox pattern of the ARIA Authoring Practices Guide). */
export function tagField({ add, remove, onInput }: TagHandlers): {
  element: HTMLElement
  input: HTMLInputElement
  show(tags: string[]): void
  suggest(tags: string[]): void
} {
  let shown: string[] = []
  let known: string[] = []
  /** The index of the highlighted suggestion; -1 without one. */
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
    onInput('')
    updateSuggestions(false)
    if (tags.length > 0) add(tags)
  }
  function updateSuggestions(isOpen = true): void {
    const prefix = input.value.trim().toLowerCase()
    const matching = known.filter((tag) => tag.startsWith(prefix) && tag !== prefix && !shown.includes(tag))
    const offered =
      isOpen && (prefix !== '' || document.activeElement === input) ? matching.slice(0, MAX_SUGGESTIONS) : []
    active = -1
    input.removeAttribute('aria-activedescendant')
    list.replaceChildren(...offered.map(option))
    list.hidden = offered.length === 0
    input.setAttribute('aria-expanded', String(!list.hidden))
  }
  function option(tag: string, index: number): HTMLElement {
    const created = element(
      'li',
      { id: `suggested-${index}`, role: 'option', 'aria-selected': 'false' },
      element('bdi', {}, tag),
    )
    // A pressed suggestion must not take the focus from the field.
    created.addEventListener('pointerdown', (event) => event.preventDefault())
    created.addEventListener('click', () => submit(tag))
    return created
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
    onInput(input.value)
    updateSuggestions()
  })
  input.addEventListener('focus', () => updateSuggestions(input.value !== ''))
  input.addEventListener('blur', () => updateSuggestions(false))
  input.addEventListener('keydown', (event) => {
    const { key } = event
    if (event.isComposing) return
    if (key === 'Enter') {
      event.preventDefault()
      submit(list.children[active]?.textContent ?? input.value)
    } else if ((key === 'ArrowDown' || key === 'ArrowUp') && !list.hidden) {
      event.preventDefault()
      move(key === 'ArrowDown' ? 1 : -1)
    } else if (key === 'ArrowDown') updateSuggestions()
    else if (key === 'Escape' && !list.hidden) {
      event.preventDefault()
      updateSuggestions(false)
    } else if (key === 'Backspace' && input.value === '' && shown.length > 0) {
      remove(shown.at(-1)!)
    }
  })

  const chip = (tag: string) => {
    const removeButton = element(
      'button',
      { type: 'button', class: 'button chip', 'aria-label': message('removeTag', tag) },
      '×',
    )
    removeButton.addEventListener('click', () => {
      remove(tag)
      input.focus()
    })
    return element('li', {}, element('bdi', {}, tag), removeButton)
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
      if (document.activeElement === input && input.value !== '') updateSuggestions()
    },
  }
}
