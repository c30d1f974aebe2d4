import { html } from 'hono/html'
import type { Slot } from '../format/slot.ts'
import { guides } from './guides.ts'

/** The texts about connecting an agent. */
export const connect = {
  title: 'Connect an agent',
  lead: 'Paste this address where an app asks for a connector or a remote MCP server. The app finds out the rest, and you approve it here before it gets access.',
  /** In a few sentences, for pages about something else. */
  short: (address: Slot, toGuides: (text: string) => Slot, recipe: Slot) =>
    html`To connect an agent, give it the connector address ${address}.
    ${toGuides('See how to connect each app')}. Scripts and other programs find everything they need in
    ${recipe}.`,
  /** Why some apps can't reach the service's address. */
  reachability: {
    local:
      'Only programs on this computer can reach this address. Claude and ChatGPT connect from their own servers, so they need the service at a public address.',
    notDefaultPort: 'Connectors in Claude use HTTPS on port 443 only, so they can’t reach this address.',
  },
  callbackNote: {
    allowed: (callbacks: Slot) =>
      html`It uses other callbacks than most apps. This service allows them: ${callbacks}.`,
    missing: (name: string) => `${name} needs one setting first.`,
    allow: (callbacks: Slot, link: (text: string) => Slot) =>
      html`${link('Allow its callbacks')}: ${callbacks}.`,
    ask: (callbacks: Slot) => html`Ask whoever runs this service to allow its callbacks: ${callbacks}.`,
  },
  guides,
  check: {
    heading: 'Does it work?',
    text: 'The connector check does what an app does when it connects, from this server to its own public address, and shows which step fails. It reads a list and changes nothing.',
    button: 'Check the connector',
    signIn: (link: (text: string) => Slot) => html`${link('Sign in')} to run it.`,
    again: 'Check again',
    toGuides: 'How to connect an agent',
    works: 'The connector works',
    worksHere: (address: Slot) => html`Programs on this computer can connect at ${address}.`,
    worksPublicly: (address: Slot) =>
      html`Agents can connect at ${address}. If one still can’t, check whether a firewall blocks connections
      from outside this server.`,
    fails: 'The connector doesn’t work yet',
    failedStep: 'An app can’t connect because this step fails:',
    outcomes: { ok: 'OK', failed: 'Failed', 'not tried': 'Not tried' },
    steps: {
      address: 'Clients accept the address',
      discovery: 'Clients find out where to sign in',
      challenge: 'A call without a token is asked to sign in',
      registration: 'A client can register',
      exchange: 'An authorization code is exchanged for a token',
      call: 'A tool call with the token is answered',
      revocation: 'The client can revoke its access',
    },
  },
}
