import { html } from '../../html.ts'
import type { Slot } from '../format/slot.ts'

const approve = 'Sign in here if asked, then approve.'
const browserOpens = `Your browser opens. ${approve}`

/** What steps interpolate: something that is typed or pressed in the app, and a link to the guide for programs. */
type Slots = { code: (text: string) => Slot; authGuide: Slot }

type AppTexts = { name: string; steps: (slots: Slots) => Slot[] }

/** How to connect each app, step by step; what is copied stands above the steps. */
export const apps = {
  claude: {
    name: 'Claude',
    steps: () => [
      'In Claude on the web or the desktop, open Settings (in some versions Customize), then Connectors.',
      'Choose “Add custom connector”, give it a name and paste the address.',
      `Choose Connect. ${approve}`,
    ],
  },
  chatgpt: {
    name: 'ChatGPT',
    steps: () => [
      'Open Settings, then Connectors (in some versions Apps), and switch on Developer mode under Advanced.',
      'Choose Create, give it a name, paste the address and choose OAuth as the sign-in method.',
      approve,
    ],
  },
  'claude-code': {
    name: 'Claude Code',
    steps: ({ code }) => [
      'Run this in a terminal.',
      'Your browser opens. Sign in here if asked, allow it on this computer, then approve.',
      html`Versions without the second command: in Claude Code run ${code('/mcp')}, choose reading-queue and
      Authenticate.`,
    ],
  },
  codex: {
    name: 'Codex',
    steps: () => ['Run this in a terminal.', browserOpens],
  },
  'vs-code': {
    name: 'VS Code',
    steps: () => [
      'Run this in a terminal, or “MCP: Add Server…” from the command palette.',
      `Allow the sign-in that VS Code asks for. ${approve}`,
    ],
  },
  cursor: {
    name: 'Cursor',
    steps: ({ code }) => [
      html`Add this to ${code('~/.cursor/mcp.json')}.`,
      `Open Cursor’s settings, find reading-queue under MCP and choose Sign in. ${approve}`,
    ],
  },
  'gemini-cli': {
    name: 'Gemini CLI',
    steps: ({ code }) => [
      'Run this in a terminal.',
      html`In Gemini CLI run ${code('/mcp auth reading-queue')}. ${browserOpens}`,
    ],
  },
  zed: {
    name: 'Zed',
    steps: ({ code }) => [
      html`Add this to your settings (${code('zed: open settings')}).`,
      `In the agent panel’s settings, sign in to reading-queue. ${approve}`,
    ],
  },
  goose: {
    name: 'Goose',
    steps: ({ code }) => [
      html`Run ${code('goose configure')}, choose Add Extension and Remote Extension (Streamable HTTP), and
      paste the address.`,
      `Start a session. ${browserOpens}`,
    ],
  },
  opencode: {
    name: 'OpenCode',
    steps: ({ code }) => [
      html`Add this to ${code('opencode.json')}.`,
      html`Run ${code('opencode mcp auth reading-queue')}. ${browserOpens}`,
    ],
  },
  'mcp-remote': {
    name: 'Apps that only start local servers',
    steps: ({ code }) => [
      'Add this to the app’s list of MCP servers and restart the app.',
      browserOpens,
      html`Without ${code('--host 127.0.0.1')} the service also has to allow the callback
      ${code('http://localhost')}.`,
    ],
  },
  'inspector-cli': {
    name: 'MCP Inspector, in the terminal',
    steps: () => ['Run this and open the address that it prints.', approve],
  },
  'inspector-web': {
    name: 'MCP Inspector, as a web page',
    steps: () => [
      'Run this and, on the page that opens, choose Streamable HTTP.',
      `Paste the address and choose Connect. ${approve}`,
    ],
  },
  programs: {
    name: 'Programs of your own',
    steps: ({ authGuide }) => [
      html`Use MCP over Streamable HTTP, or the plain API. ${authGuide} explains how to register, get
      permission and call it, with examples to run.`,
    ],
  },
} satisfies Record<string, AppTexts>
