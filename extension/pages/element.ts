type Attributes = Record<string, string | boolean | undefined>
export type Child = Node | string | undefined | null | false

/** Creates an element; strings become text nodes, never markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) created.setAttribute(name, value === true ? '' : value)
  }
  created.append(...presentChildren(children))
  return created
}

/** The children without empty values. */
function presentChildren(children: Child[]): (Node | string)[] {
  return children.filter((child) => child !== undefined && child !== null && child !== false)
}

type Kind = 'main' | 'quiet' | 'plain' | 'danger' | 'chip'

/** A button that is disabled while its work runs, and then has the focus again if nothing took it. */
export function button(
  label: string,
  { kind, name }: { kind: Kind; name?: string },
  work: () => unknown,
): HTMLButtonElement {
  const made = element('button', { type: 'button', class: `button ${kind}`, 'aria-label': name }, label)
  made.addEventListener('click', () => {
    const wasFocused = document.activeElement === made
    made.disabled = true
    void Promise.resolve(work()).finally(() => {
      made.disabled = false
      if (wasFocused && document.activeElement === document.body) made.focus()
    })
  })
  return made
}

/** A form; `work` gets its values when it is submitted. */
export function form(
  parts: Child[],
  work: (values: Record<string, string>) => unknown,
  attributes: Attributes = {},
): HTMLFormElement {
  const made = element('form', attributes, ...parts)
  made.addEventListener('submit', (event) => {
    event.preventDefault()
    const values = [...new FormData(made)].map(([name, value]) => [name, String(value)])
    void work(Object.fromEntries(values) as Record<string, string>)
  })
  return made
}

/** An input with its label and optional hint. */
export function field(
  label: string,
  input: HTMLInputElement | HTMLTextAreaElement,
  hint?: string,
): HTMLElement {
  const id = input.name
  input.id = id
  if (hint) input.setAttribute('aria-describedby', `${id}-hint`)
  const shown = hint !== undefined && element('p', { class: 'hint', id: `${id}-hint` }, hint)
  return element('div', { class: 'field' }, element('label', { for: id }, label), shown, input)
}

/** A message that says what was done or went wrong. */
export function notice(kind: 'done' | 'mistake', text: string): HTMLElement {
  return element(
    'div',
    { class: `notice ${kind}`, role: kind === 'done' ? 'status' : 'alert' },
    element('p', {}, text),
  )
}

export function byId(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`There is no #${id}.`)
  return found
}
