import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { once } from '../../concurrency/once.ts'
import { WORDS } from './words.ts'

/** The name of an app: a page that a client shows beside a conversation (MCP Apps, SEP-1865). */
export type AppName = keyof typeof WORDS

/** The extension of the protocol, which the server and clients declare. */
export const APPS_EXTENSION = 'io.modelcontextprotocol/ui'
export const APP_TYPE = 'text/html;profile=mcp-app'

/** The app loads nothing: its scripts, styles and words are in its page. */
export const APP_META = {
  ui: {
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    prefersBorder: true,
  },
}

const TITLES: Record<AppName, string> = { triage: 'Triage', changes: 'Changes by agents' }
const APP_URI = /^ui:\/\/queue\/([a-z]+)@[0-9a-f]{8}$/

type App = { uri: string; html: string }

const readApps = once(
  () =>
    Object.fromEntries(Object.keys(WORDS).map((name) => [name, readApp(name as AppName)])) as Record<
      AppName,
      App
    >,
)

/** The `_meta` of a tool that an app shows: also under the name of drafts, which some clients read. */
export function appMeta(name: AppName): Record<string, unknown> {
  const { uri } = readApps()[name]
  return { ui: { resourceUri: uri, visibility: ['model', 'app'] }, 'ui/resourceUri': uri }
}

/** The page of an app; clients that listed the tools before an update ask for the former one and get this one. */
export function pageOfApp(uri: string): string | undefined {
  const name = APP_URI.exec(uri)?.[1]
  return name !== undefined && Object.hasOwn(WORDS, name) ? readApps()[name as AppName].html : undefined
}

function readApp(name: AppName): App {
  const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
  // All is in one script: the policy of hosts lets an app load no modules.
  const script = (file: string) =>
    read(file)
      .replace(/^import \{[^}]*\} from '[^']*'\n/gm, '')
      .replaceAll(/^export /gm, '')
  const words = JSON.stringify(WORDS[name]).replaceAll('<', '\\u003c')
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${TITLES[name]}</title>
<style>${read('app.css')}</style>
</head>
<body>
<main aria-busy="true"><h1>${WORDS[name].loading}</h1></main>
<div role="status"></div>
<script>
const words = ${words}
${script('bridge.js')}
${script(`${name}.js`)}
</script>
</body>
</html>
`
  return { uri: `ui://queue/${name}@${createHash('sha256').update(html).digest('hex').slice(0, 8)}`, html }
}
