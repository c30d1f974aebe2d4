import { element } from './element.ts'

/** A button that shows an icon of the app. Its label is its accessible name and its tooltip. */
export function iconButton(icon: string, label: string, work: () => unknown): HTMLButtonElement {
  const button = element('button', { type: 'button', class: `button icon-only icon-${icon}` })
  setLabel(button, label)
  button.addEventListener('click', () => void work())
  return button
}

export function setLabel(button: HTMLElement, label: string): void {
  button.setAttribute('aria-label', label)
  button.title = label
}

export function setIcon(button: HTMLElement, icon: string): void {
  button.className = `button icon-only icon-${icon}`
}
