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

/** The children that are neither undefined, null nor false. */
function presentChildren(children: Child[]): (Node | string)[] {
  return children.filter((child) => child !== undefined && child !== null && child !== false)
}

type Kind = 'main' | 'quiet' | 'plain' | 'danger' | 'chip'

/** A button that is disabled while its work runs, and gets the focus back afterwards if nothing else has it. */
export function button(
  label: string,
  { kind, name }: { kind: Kind; name?: string },
  work: () => unknown,
): HTMLButtonElement {
  const created = element('button', { type: 'button', class: `button ${kind}`, 'aria-label': name }, label)
  created.addEventListener('click', () => {
    const wasFocused = document.activeElement === created
    created.disabled = true
    void Promise.resolve(work()).finally(() => {
      created.disabled = false
      if (wasFocused && document.activeElement === document.body) created.focus()
    })
  })
  return created
}

/** A form. When it is submitted, `work` gets its values. */
export function form(
  parts: Child[],
  work: (values: Record<string, string>) => unknown,
  attributes: Attributes = {},
): HTMLFormElement {
  const created = element('form', attributes, ...parts)
  created.addEventListener('submit', (event) => {
    event.preventDefault()
    const values = [...new FormData(created)].map(([name, value]) => [name, String(value)])
    void work(Object.fromEntries(values) as Record<string, string>)
  })
  return created
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
  const hintElement = hint !== undefined && element('p', { class: 'hint', id: `${id}-hint` }, hint)
  return element('div', { class: 'field' }, element('label', { for: id }, label), hintElement, input)
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
