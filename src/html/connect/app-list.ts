import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { agentAvatar } from '../parts/agent-avatar.ts'
import { type App, APPS } from './apps.ts'
import { type Reachability, type AppSupport, appSupport } from './app-support.ts'

const messages = allMessages.connect

/** The apps that can connect, and those that need something first, each a link to how. */
export function appLists(service: Reachability): Fragment {
  const apps = APPS.map((app) => ({ app, support: appSupport(app, service) }))
  const { works = [], blocked = [] } = Object.groupBy(apps, ({ support }) =>
    support.kind === 'works' ? 'works' : 'blocked',
  )
  return html`${appList('works', messages.works, works)}
  ${blocked.length > 0 && appList('blocked', messages.blocked, blocked)}`
}

function appList(id: string, heading: string, apps: { app: App; support: AppSupport }[]): Fragment {
  return html`<section class="apps ${id}" aria-labelledby="${id}-heading">
    <h2 id="${id}-heading">${heading}</h2>
    <ul>
      ${apps.map(
        ({ app, support }) =>
          html`<li>
            ${agentAvatar(messages.apps[app.id].name)}
            <a href="${appPath(app)}">${messages.apps[app.id].name}</a>
            ${support.kind !== 'works' && html`<span class="hint">${briefReason(support)}</span>`}
          </li>`,
      )}
    </ul>
  </section>`
}

/** The path of the page about an app; `since` is when the person began to wait for it, in milliseconds. */
export function appPath({ id }: App, since?: number): string {
  return `/connect?app=${id}${since === undefined ? '' : `&since=${since}`}`
}

/** What an app needs, in a few words. */
export function briefReason(support: Exclude<AppSupport, { kind: 'works' }>): string {
  return messages.brief[support.kind === 'url' ? support.reason : 'setting']
}
