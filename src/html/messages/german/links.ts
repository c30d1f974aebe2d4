import { html } from '../../html.ts'
import type { links as English } from '../english/links.ts'

export const links: typeof English = {
  title: 'Dieser Link funktioniert nicht',
  checked: (when) => html`Zuletzt geprüft: ${when}.`,
  broken: (checked) => html`Dieser Link funktioniert nicht (geprüft: ${checked}).`,
  archive: (link) =>
    html`Vielleicht hat ein Webarchiv die Seite: ${link('sieh dir die Kopien an')} oder lies die neueste hier.`,
  fetchCopy: 'Archivierte Kopie abrufen',
  fetching: 'Die Kopie aus dem Webarchiv wird abgerufen.',
}
