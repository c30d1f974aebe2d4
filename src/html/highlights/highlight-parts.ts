import { html } from '../html.ts'
import { COLOURS, type Colour, type Highlight } from '../../queue/highlights/highlight.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { agentAvatar } from '../parts/agent-avatar.ts'
import { agentName } from '../parts/agent-name.ts'
import { attributes } from '../parts/attributes.ts'
import { instant } from '../parts/instant.ts'

const messages = allMessages.highlights

/** Who made a highlight and when, after the name of its colour. */
export function highlightByline({ createdBy, createdAt, colour }: Highlight, now: number): Fragment {
  const { kind, agent } = createdBy
  const when = instant(createdAt, now)
  const who = agent
    ? messages.madeByAgent(
        html`<span class="agent">${agentAvatar(agent.name)} ${agentName(agent.name)}</span>`,
        when,
      )
    : kind === 'service'
      ? messages.madeByImport(when)
      : messages.madeByYou(when)
  return html`<p class="caption"><span class="colour-name">${messages.colours[colour]}</span> ${who}</p>`
}

/** A choice of colour, as radio buttons. */
export function colourChoice(chosen: Colour, idPrefix: string): Fragment {
  return html`<fieldset class="colour-choice">
    <legend>${messages.colour}</legend>
    ${COLOURS.map(
      (colour) =>
        html`<label data-colour="${colour}"
          ><input${attributes({
            type: 'radio',
            name: 'colour',
            id: `${idPrefix}-${colour}`,
            value: colour,
            checked: colour === chosen || undefined,
          })} /><span>${messages.colours[colour]}</span></label
        >`,
    )}
  </fieldset>`
}

/** The colour of this name in a form that was sent, or the usual one. */
export function colourOf(sent: string | undefined): Colour {
  return COLOURS.find((colour) => colour === sent) ?? COLOURS[0]
}
