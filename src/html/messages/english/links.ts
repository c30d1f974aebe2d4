import { html } from '../../html.ts'
import type { Slot } from '../format/slot.ts'

/** The texts about links that no longer work. */
export const links = {
  title: 'This link doesn’t work',
  checked: (when: Slot) => html`Last checked ${when}.`,
  broken: (checked: Slot) => html`This link doesn’t work, as of ${checked}.`,
  archive: (link: (text: string) => Slot) =>
    html`A web archive may have the page: ${link('see its copies')}, or read the latest one here.`,
  fetchCopy: 'Fetch the archived copy',
  fetching: 'Fetching the copy of the web archive.',
}
