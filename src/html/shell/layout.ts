import { html } from '../html.ts'
import type { Search } from '../../queue/lists/search.ts'
import { assets } from '../assets/assets.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import type { Notice } from '../../text/notice.ts'
import type { Person } from '../parts/person.ts'
import { bottomBar } from './bottom-bar.ts'
import { logoUrl } from './logo.ts'
import { pageDocument } from './page-document.ts'
import { saveDialog } from './save-dialog.ts'
import { paletteCommands } from './palette-commands.ts'
import { searchForm } from './search-form.ts'
import { shortcutsDialog } from './shortcuts-dialog.ts'
import { tagOptions } from './tag-options.ts'
import { type PageName, sidebar } from './sidebar.ts'

const messages = allMessages.shell

export type Shell = {
  title: string
  /** The signed-in person; without one there is no navigation. */
  person?: Person | undefined
  current?: PageName | undefined
  /** Further elements of the document's head. */
  head?: Fragment | undefined
  /** Of the content: a single form or text, a page, or the whole window. */
  width?: 'narrow' | 'wide' | 'full'
  /** The id of the element before which nothing is painted, to avoid layout shifts; by default the end of the page. */
  paintAfter?: string | undefined
  /** The list that is shown, which a search keeps to. */
  search?: Search | undefined
  /** The keyboard shortcuts of the page, whose own script listens to them; by default those that every page has. */
  shortcuts?: [keys: string, meaning: string][] | undefined
  /** For visitors: what stands beside the name of the service above, and after the sentence below. */
  visitorLinks?: { top: Fragment; foot: Fragment } | undefined
  /** What went wrong, for the forms that every page has. */
  notice?: Notice | undefined
}

/** The HTML document around the content of a page. */
export function layout(shell: Shell, content: Fragment): Fragment {
  const { person, paintAfter } = shell
  const head = html`${shell.head}
  ${person && !shell.shortcuts && html`<script type="module" src="${assets().list.path}"></script>`}`
  return pageDocument(
    {
      title: shell.title,
      theme: person?.settings?.theme,
      head,
      icon: shell.head ? logoUrl() : assets().logo.path,
      paintAfter,
    },
    person ? signedInBody(shell, person, content) : publicBody(shell, content),
  )
}

/** The content comes first, so that the keyboard reaches it before the navigation beside it. */
function signedInBody(shell: Shell, person: Person, content: Fragment): Fragment {
  const { current, search, notice } = shell
  return html`<body class="app" data-offline="${assets().offline.path}">
    <a class="skip" href="#menu">${messages.skipToMenu}</a>
    ${mainElement(shell, content)} ${sidebar({ person, current, search })}
    ${bottomBar(current, person.suggestions)} ${searchForm(search, notice)}
    ${saveDialog({ person, search, notice })} ${tagOptions(person.tags ?? [])}
    ${shortcutsDialog(shell.shortcuts ?? allMessages.palette.shortcuts)} ${paletteCommands(person)}
    <div id="loaded" hidden></div>
  </body>`
}

function publicBody(shell: Shell, content: Fragment): Fragment {
  return html`<body>
    <a class="skip" href="#content">${messages.skip}</a>
    <header class="top">
      <a class="brand" href="/"><span>${messages.service}</span></a>
      ${shell.visitorLinks && html`<nav aria-label="${messages.menu.short}">${shell.visitorLinks.top}</nav>`}
    </header>
    ${mainElement(shell, content)}
    <footer>
      <p>${messages.footer}</p>
      ${shell.visitorLinks && html`<p>${shell.visitorLinks.foot}</p>`}
    </footer>
    <div id="loaded" hidden></div>
  </body>`
}

function mainElement({ width = 'wide' }: Shell, content: Fragment): Fragment {
  return html`<main id="content" class="${width}">${content}</main>`
}
