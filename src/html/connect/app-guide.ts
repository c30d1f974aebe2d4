import { html } from '../html.ts'
import { isLoopbackHost } from '../../config/loopback-host.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { appPath } from './app-list.ts'
import type { App } from './apps.ts'
import type { ConnectView } from './connect-view.ts'
import { copyable } from './copyable.ts'
import { publicAddressGuide } from './public-address.ts'
import { neededCallbacks, type AppSupport, appSupport } from './app-support.ts'
import { waitingNote } from './waiting.ts'

const messages = allMessages.connect

/** How to connect one app, or what it needs first and how to get there. */
export function appGuide(app: App, view: ConnectView): Fragment {
  const support = appSupport(app, view)
  if (support.kind !== 'works') return obstacle(app, support, view)
  return html`${appInstructions(app, view)} ${waitingOrSignIn(app, view)}`
}

/** How to connect an app that can reach this service. */
export function appInstructions(app: App, view: ConnectView): Fragment {
  const { baseUrl } = view
  const address = `${baseUrl}/mcp`
  const { name, steps } = messages.apps[app.id]
  const code = (text: string) => html`<code>${text}</code>`
  const authGuide = html`<a href="/auth.md">/auth.md</a>`
  const callbacks = neededCallbacks(app, view)
  return html`${
      isLoopbackHost(new URL(baseUrl).hostname) && html`<p class="remark">${messages.localNote}</p>`
    }
    ${callbacks.length > 0 && html`<p class="needs">${messages.callbackNote.allowed(code(callbacks.join(' ')))}</p>`}
    ${
      app.link &&
      html`<p class="button-row">
          <a class="button main" href="${app.link(address)}">${messages.addTo(name)}</a>
        </p>
        <p>${messages.orByHand}</p>`
    }
    ${app.code && copyable(app.code(address), app.link ? 'quiet' : 'main')}
    <ol class="steps">
      ${steps({ code, authGuide }).map((step) => html`<li>${step}</li>`)}
    </ol>`
}

function waitingOrSignIn(app: App, { person, waitingSince, connected }: ConnectView): Fragment {
  const { waiting, apps, signInToWait } = messages
  if (person)
    return waitingNote({
      text: waiting(apps[app.id].name),
      refreshPath: appPath(app, waitingSince),
      startedAt: waitingSince,
      connected,
    })
  const path = `/login?return=${encodeURIComponent(appPath(app))}`
  return html`<p class="hint">${signInToWait((text) => html`<a href="${path}">${text}</a>`)}</p>`
}

function obstacle(
  app: App,
  support: Exclude<AppSupport, { kind: 'works' }>,
  { isOwner, port }: ConnectView,
): Fragment {
  const { name } = messages.apps[app.id]
  if (support.kind === 'url') {
    return html`<p class="needs"><strong>${messages.reasons[support.reason](name)}</strong></p>
      ${publicAddressGuide(port)}`
  }
  const list = html`<code>${support.callbacks.join(' ')}</code>`
  const link = (text: string) => html`<a href="/account/service#callbacks">${text}</a>`
  return html`<p class="needs">
    <strong>${messages.reasons.setting(name)}</strong>
    ${isOwner ? messages.callbackNote.allow(list, link) : messages.callbackNote.ask(list)}
  </p>`
}
