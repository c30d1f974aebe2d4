import { html } from '../../html.ts'
import type { Slot } from '../format/slot.ts'
import { apps } from './apps.ts'

/** The texts about connecting an agent. */
export const connect = {
  title: 'Connect an agent',
  lead: 'Choose the app you want to connect. You approve it here before it gets access.',
  /** In a few sentences, for pages about something else. */
  summary: (address: Slot, toGuides: (text: string) => Slot, authGuide: Slot) =>
    html`To connect an agent, give it the connector address ${address}.
    ${toGuides('See how to connect each app')}. Scripts and other programs find everything they need in
    ${authGuide}.`,
  works: 'These can connect',
  blocked: 'These need something first',
  other: 'Any other app',
  otherText: 'Paste this address where an app asks for a connector or a remote MCP server.',
  apps,
  connectApp: (name: string) => `Connect ${name}`,
  allApps: 'All apps',
  /** In a few words, beside an app's name. */
  brief: {
    setting: 'Needs one setting',
    local: 'Needs a public address',
    plain: 'Needs an https address',
    private: 'Needs a public address',
    port: 'Needs an address on port 443',
  },
  reasons: {
    local: (name: string) =>
      `${name} connects from its maker’s servers. They can’t reach this address, which only this computer can.`,
    plain: () => 'This address is plain http, which apps refuse beyond their own computer. It needs https.',
    private: (name: string) =>
      `${name} connects from its maker’s servers. They can’t reach this address, which is in a private network.`,
    port: (name: string) => `${name} only connects to addresses on port 443, without a port in them.`,
    setting: (name: string) => `${name} receives its access at an address that has to be allowed first.`,
  },
  localNote: 'Only apps on this computer can reach this address.',
  callbackNote: {
    allowed: (callbacks: Slot) =>
      html`It uses other callbacks than most apps. This service allows them: ${callbacks}.`,
    allow: (callbacks: Slot, link: (text: string) => Slot) =>
      html`${link('Allow its callbacks')}: ${callbacks}. Then come back to this page.`,
    ask: (callbacks: Slot) => html`Ask whoever runs this service to allow its callbacks: ${callbacks}.`,
  },
  addTo: (name: string) => `Add to ${name}`,
  orByHand: 'Or by hand:',
  waiting: (name: string) => `Waiting for ${name} to connect…`,
  refresh: 'Look again',
  connected: (name: Slot) => html`${name} is connected.`,
  signInToWait: (link: (text: string) => Slot) => html`${link('Sign in')} to see here when it is connected.`,
  publicAddress: {
    heading: 'Get a public address',
    text: 'There are two ways. Once the service is public, only people you invite can create an account.',
    tunnel: 'With a tunnel, from this computer',
    tunnelSteps: {
      start:
        'Start a tunnel to this service, for example with Tailscale. It prints an https address that stays.',
      orTry: 'For a try, without an account anywhere; this address changes at each start:',
    },
    proxy: 'With a domain name and a reverse proxy',
    proxySteps: {
      name: 'Point a domain name at a computer whose ports 80 and 443 can be reached from the internet.',
      start: (folder: Slot) =>
        html`Start a reverse proxy there. Caddy gets its certificate by itself; ${folder} has files for Caddy
        and nginx.`,
    },
    restart: 'Stop the service and start it with that address:',
    reopen:
      'Open the new address, sign in and come back to this page. Agents that are connected already have to be connected again.',
  },
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
    appSupport: {
      heading: 'What this means for each app',
      works: 'Can connect',
      failed: 'Can’t connect yet: the step above fails.',
    },
  },
}
