// Named `markup`, so that the formatter leaves the templates alone: every page has them.
import { html as markup } from '../html.ts'
import { DEFAULT_APPEARANCE, APPEARANCE_CHOICES } from '../../accounts/appearance-settings.ts'
import type { Fragment } from '../fragment.ts'
import { SEARCHES_PATH } from '../items/saved-search-path.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import type { Person } from '../parts/person.ts'

const messages = allMessages.palette
const { names, choices } = allMessages.reader.settings

/** Pages that the sidebar has no place for. */
const PAGES = [
  { class: 'icon-search', href: SEARCHES_PATH, name: 'searches' },
  { class: 'icon-tag', href: '/tags', name: 'tags' },
  { class: 'icon-download', href: '/import', name: 'import' },
  { class: 'icon-agents', href: '/connect', name: 'connect' },
  { class: 'icon-leave', href: '/share', name: 'share' },
] as const
const SETTINGS = [
  { name: 'theme', icon: 'icon-text' },
  { name: 'density', icon: 'icon-rows' },
] as const

/** Hidden controls, which the palette offers to whoever types a part of their names. */
export function paletteCommands({ formToken, settings = DEFAULT_APPEARANCE }: Person): Fragment {
  return markup`<div class="palette-commands" hidden>${PAGES.map(
    ({ name, ...link }) => markup`<a${attributes(link)}>${messages.pages[name]}</a>`,
  )}<form method="post" action="/settings">${formTokenField(formToken)}${returnField('/queue')}${SETTINGS.map(
    ({ name, icon }) => {
      const labels: Record<string, string> = choices[name]
      return APPEARANCE_CHOICES[name]
        .filter((value) => value !== settings[name])
        .map(
          (value) =>
            markup`<button${attributes({ class: icon, name, value })}>${messages.setting(names[name], labels[value]!)}</button>`,
        )
    },
  )}</form></div>`
}
