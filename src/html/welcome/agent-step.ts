import { appInstructions } from '../connect/app-guide.ts'
import { APPS } from '../connect/apps.ts'
import { appSupport } from '../connect/app-support.ts'
import { waitingNote } from '../connect/waiting.ts'
import type { Fragment } from '../fragment.ts'
import { html } from '../html.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { WELCOME_PATH, type WelcomeView } from './welcome-view.ts'

const messages = allMessages.welcome.agent
/** What a newcomer hardly looks for; `/connect` has them. */
const FOR_PROGRAMMERS = ['mcp-remote', 'inspector-cli', 'inspector-web', 'programs']

/** The apps that can reach this address, how to connect the chosen one, and whether an agent has connected. */
export function agentStep({ connect }: WelcomeView): Fragment {
  const { app, connected, waitingSince } = connect
  const apps = APPS.filter(
    (app) => !FOR_PROGRAMMERS.includes(app.id) && appSupport(app, connect).kind === 'works',
  )
  const chosen = apps.find(({ id }) => id === app?.id)
  const names = allMessages.connect.apps
  return html`<section class="apps works" aria-label="${messages.apps}">
      <ul>
        ${apps.map(({ id }) => {
          const current = id === chosen?.id ? 'true' : undefined
          const href = `${WELCOME_PATH}?app=${id}#app`
          return html`<li><a${attributes({ href, 'aria-current': current })}>${names[id].name}</a></li>`
        })}
      </ul>
    </section>
    ${
      chosen &&
      html`<div class="chosen" id="app">
        <h2>${allMessages.connect.connectApp(names[chosen.id].name)}</h2>
        ${appInstructions(chosen, connect)}
      </div>`
    }
    ${waitingNote({ text: messages.waiting, refreshPath: WELCOME_PATH, startedAt: waitingSince, connected })}
    <p class="hint">${messages.others((text) => html`<a href="/connect">${text}</a>`)}</p>`
}
