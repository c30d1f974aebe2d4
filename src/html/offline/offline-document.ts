import { html } from '../html.ts'
import type { AppearanceSettings } from '../../accounts/appearance-settings.ts'
import type { Asset } from '../assets/asset.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { pageDocument } from '../shell/page-document.ts'

const messages = allMessages.offline

/** A page that devices keep: nothing in it belongs to a session, and all that changes is done by its script. */
export function offlineDocument(
  { title, settings, script }: { title: string; settings: AppearanceSettings; script?: Asset },
  content: Fragment,
): Fragment {
  return pageDocument(
    {
      title,
      theme: settings.theme,
      head: script && html`<script type="module" src="${script.path}"></script>`,
    },
    html`<body>
      <a class="skip" href="#content">${allMessages.shell.skip}</a>
      <header class="top">
        <a class="brand" href="/queue"><span>${allMessages.shell.service}</span></a>
        <nav aria-label="${allMessages.shell.menu.short}"><a href="/offline">${messages.list.title}</a></nav>
      </header>
      <main id="content" class="wide offline">${content}</main>
      <div id="loaded" hidden></div>
    </body>`,
  )
}
