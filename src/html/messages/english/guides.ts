import { html } from 'hono/html'
import type { Slot } from '../format/slot.ts'

const approve = 'Sign in here if asked, then approve.'

/** How to connect each app, step by step; code and addresses are passed in as elements. */
export const guides = {
  claude: {
    name: 'Claude, on the web and on the desktop',
    steps: [
      'Open Settings (in some versions Customize), then Connectors.',
      'Choose “Add custom connector”, give it a name and paste the address.',
      `Choose Connect. ${approve}`,
    ],
  },
  chatgpt: {
    name: 'ChatGPT',
    steps: [
      'Open Settings, then Connectors (in some versions Apps), and switch on Developer mode under Advanced.',
      'Choose Create, give it a name, paste the address and choose OAuth as the sign-in method.',
      approve,
    ],
  },
  vsCode: {
    name: 'VS Code',
    steps: [
      'Run “MCP: Add Server…” from the command palette and choose HTTP.',
      'Paste the address and give it a name.',
      `Allow the sign-in that VS Code asks for. ${approve}`,
    ],
  },
  cursor: {
    name: 'Cursor',
    steps: (file: Slot) => [
      html`Add this to ${file}.`,
      `Open Cursor’s settings, find reading-queue under MCP and choose Sign in. ${approve}`,
    ],
  },
  claudeCode: {
    name: 'Claude Code',
    steps: (command: Slot) => [
      'Run this in a terminal.',
      html`In Claude Code run ${command}, choose reading-queue and Authenticate. ${approve}`,
    ],
  },
  inspectorCli: {
    name: 'MCP Inspector, in the terminal',
    steps: ['Run this and open the address that it prints.', approve],
  },
  inspectorWeb: {
    name: 'MCP Inspector, as a web page',
    steps: [
      'Run this and, on the page that opens, choose Streamable HTTP.',
      `Paste the address and choose Connect. ${approve}`,
    ],
  },
  mcpRemote: {
    name: 'Apps that only start local servers, with mcp-remote',
    steps: (option: Slot, uri: Slot) => [
      'Add this to the app’s list of MCP servers and restart the app.',
      `Your browser opens. ${approve}`,
      html`Without ${option} the service also has to allow the callback ${uri}.`,
    ],
  },
  programs: {
    name: 'Programs of your own',
    steps: (recipe: Slot) => [
      html`Use MCP over Streamable HTTP, or the plain API. ${recipe} explains how to register, get permission
      and call it, with examples to run.`,
    ],
  },
}
