import { PATHS } from '../../config/paths.ts'

/** llms.txt: a short guide with links for language models. */
export function llmsTxt(baseUrl: string): string {
  return `# Reading Queue
> A person's reading queue: links saved for later, which agents may save, read and manage with that person's consent.

## For agents
- [auth.md](${baseUrl}${PATHS.authGuide}): how to register, be authorized and call the API
- [Queue API](${baseUrl}${PATHS.queue}): Siren entry point (application/vnd.siren+json, bearer token)
- [Changes](${baseUrl}${PATHS.queue}/changes): who changed what, in pages or as Server-Sent Events; each can be undone
- [MCP](${baseUrl}${PATHS.mcp}): Streamable HTTP, OAuth discovered through the 401
- [Protected resource metadata](${baseUrl}${PATHS.resourceMetadata})
- [Authorization server metadata](${baseUrl}${PATHS.serverMetadata})
`
}
