import { html } from 'hono/html'
import type { Slot } from '../format/slot.ts'
import { guides } from './guides.ts'

/** The texts about connecting an agent. */
export const connect = {
  title: 'Connect an agent',
  lead: 'Paste this address where an app asks for a connector or a remote MCP server. It finds out the rest by itself, and you are asked here before it gets access.',
  /** In a few sentences, for pages about something else. */
  short: (address: Slot, toGuides: (text: string) => Slot, recipe: Slot) =>
    html`To connect an agent, give it the connector address ${address}.
    ${toGuides('See how to connect each app')}. Scripts and other programs find all they need in ${recipe}.`,
  /** Who cannot come to the service's address, whatever they do. */
  fieldScope: {
    local:
      'This address leads to this very computer, so only programs on it can connect. Connectors in Claude and ChatGPT are called from their makers’ servers, which cannot reach it; for them, give the service a public address.',
    odd: 'Connectors in Claude are called over https on port 443 only, so they cannot reach this address.',
  },
  needs: {
    allowed: (callbacks: Slot) =>
      html`It needs other callbacks than most, which this service allows: ${callbacks}.`,
    missing: (name: string) => `${name} needs one setting first.`,
    allow: (callbacks: Slot, link: (text: string) => Slot) =>
      html`${link('Allow its callbacks')}: ${callbacks}.`,
    ask: (callbacks: Slot) => html`Ask whoever runs this service to allow its callbacks: ${callbacks}.`,
  },
  guides,
  check: {
    heading: 'Does it work?',
    text: 'The connector check runs once through what an app does, from this server to its own public address, and says where it gets stuck. It reads a list, changes nothing, and leaves nothing behind.',
    button: 'Check the connector',
    signIn: (link: (text: string) => Slot) => html`${link('Sign in')} to run it.`,
    again: 'Check again',
    toGuides: 'How to connect an agent',
    works: 'The connector works',
    worksHere: (address: Slot) => html`Programs on this computer can connect at ${address}.`,
    worksAbroad: (address: Slot) =>
      html`Seen from this server, agents can connect at ${address}. If one cannot all the same, a firewall
      lets this server through but not the rest of the world.`,
    fails: 'The connector does not work yet',
    stuck: 'An app that connects gets stuck here:',
    outcomes: { ok: 'OK', failed: 'Failed', 'not tried': 'Not tried' },
    steps: {
      address: 'The address is one that clients accept',
      discovery: 'Clients find out where to sign in',
      challenge: 'A call without a token is sent to sign in',
      registration: 'A client can register',
      exchange: 'A permission is exchanged for a token',
      call: 'A tool call with the token is answered',
      revocation: 'The client can give its access back',
    },
  },
}
