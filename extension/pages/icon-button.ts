import { element } from './element.ts'

/** A button that shows an icon of the app; its name is read out and shown when pointed at. */
export function iconButton(icon: string, name: string, work: () => unknown): HTMLButtonElement {
  const made = element('button', { type: 'button', class: `button icon-only icon-${icon}` })
  rename(made, name)
  made.addEventListener('click', () => void work())
  return made
}

export function rename(button: HTMLElement, name: string): void {
  button.setAttribute('aria-label', name)
  button.title = name
}

/** Shows another icon. */
export function redraw(button: HTMLElement, icon: string): void {
  button.className = `button icon-only icon-${icon}`
}
