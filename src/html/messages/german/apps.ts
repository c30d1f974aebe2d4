import { html } from '../../html.ts'
import type { apps as English } from '../english/apps.ts'

const approve = 'Melde dich hier an, falls nötig, und erlaube dann den Zugriff.'
const browserOpens = `Dein Browser öffnet sich. ${approve}`
const runInTerminal = 'Führe das in einem Terminal aus.'

/** How to connect each app, step by step; what is copied stands above the steps. */
export const apps: typeof English = {
  claude: {
    name: 'Claude',
    steps: () => [
      'Öffne in Claude im Web oder auf dem Desktop „Einstellungen“ (in manchen Versionen „Anpassen“), dann „Konnektoren“.',
      'Wähle „Benutzerdefinierten Konnektor hinzufügen“, gib ihm einen Namen und füge die Adresse ein.',
      `Wähle „Verbinden“. ${approve}`,
    ],
  },
  chatgpt: {
    name: 'ChatGPT',
    steps: () => [
      'Öffne „Einstellungen“, dann „Konnektoren“ (in manchen Versionen „Apps“), und schalte unter „Erweitert“ den Entwicklermodus ein.',
      'Wähle „Erstellen“, gib einen Namen ein, füge die Adresse ein und wähle OAuth als Anmeldeverfahren.',
      approve,
    ],
  },
  'claude-code': {
    name: 'Claude Code',
    steps: ({ code }) => [
      runInTerminal,
      'Dein Browser öffnet sich. Melde dich hier an, falls nötig, erlaube die App auf diesem Computer und dann den Zugriff.',
      html`Versionen ohne den zweiten Befehl: Gib in Claude Code ${code('/mcp')} ein, wähle reading-queue und
      dann „Authenticate“.`,
    ],
  },
  codex: {
    name: 'Codex',
    steps: () => [runInTerminal, browserOpens],
  },
  'vs-code': {
    name: 'VS Code',
    steps: () => [
      'Führe das in einem Terminal aus oder wähle „MCP: Add Server…“ in der Befehlspalette.',
      `Erlaube die Anmeldung, nach der VS Code fragt. ${approve}`,
    ],
  },
  cursor: {
    name: 'Cursor',
    steps: ({ code }) => [
      html`Füge das in ${code('~/.cursor/mcp.json')} ein.`,
      `Öffne die Einstellungen von Cursor, suche unter „MCP“ nach reading-queue und wähle „Sign in“. ${approve}`,
    ],
  },
  'gemini-cli': {
    name: 'Gemini CLI',
    steps: ({ code }) => [
      runInTerminal,
      html`Gib in Gemini CLI ${code('/mcp auth reading-queue')} ein. ${browserOpens}`,
    ],
  },
  zed: {
    name: 'Zed',
    steps: ({ code }) => [
      html`Füge das in deine Einstellungen ein (${code('zed: open settings')}).`,
      `Melde dich in den Einstellungen des Agent-Panels bei reading-queue an. ${approve}`,
    ],
  },
  goose: {
    name: 'Goose',
    steps: ({ code }) => [
      html`Führe ${code('goose configure')} aus, wähle „Add Extension“ und „Remote Extension (Streamable
      HTTP)“ und füge die Adresse ein.`,
      `Starte eine Sitzung. ${browserOpens}`,
    ],
  },
  opencode: {
    name: 'OpenCode',
    steps: ({ code }) => [
      html`Füge das in ${code('opencode.json')} ein.`,
      html`Führe ${code('opencode mcp auth reading-queue')} aus. ${browserOpens}`,
    ],
  },
  'mcp-remote': {
    name: 'Apps, die nur lokale Server starten',
    steps: ({ code }) => [
      'Füge das in die Liste der MCP-Server der App ein und starte die App neu.',
      browserOpens,
      html`Ohne ${code('--host 127.0.0.1')} muss der Dienst außerdem die Callback-Adresse
      ${code('http://localhost')} zulassen.`,
    ],
  },
  'inspector-cli': {
    name: 'MCP Inspector im Terminal',
    steps: () => ['Führe das aus und öffne die Adresse, die ausgegeben wird.', approve],
  },
  'inspector-web': {
    name: 'MCP Inspector als Webseite',
    steps: () => [
      'Führe das aus und wähle auf der Seite, die sich öffnet, „Streamable HTTP“.',
      `Füge die Adresse ein und wähle „Connect“. ${approve}`,
    ],
  },
  programs: {
    name: 'Eigene Programme',
    steps: ({ authGuide }) => [
      html`Verwende MCP über Streamable HTTP oder die einfache API. In ${authGuide} steht mit Beispielen zum
      Ausprobieren, wie du ein Programm registrierst, ihm Zugriff gibst und die API aufrufst.`,
    ],
  },
}
