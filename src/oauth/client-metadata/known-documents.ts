import type { ClientMetadata } from './parse-document.ts'
import type { ClientId } from '../../ids.ts'

/**
 * Documents of common clients as they were published in September 2026. Some of their servers refuse requests from data
 * centres, and a client whose document can't be read does not fall back to registration.
 */
const KNOWN_DOCUMENTS: Record<string, ClientMetadata> = {
  'https://claude.ai/oauth/mcp-oauth-client-metadata': {
    name: 'Claude',
    redirectUris: ['https://claude.ai/api/mcp/auth_callback'],
  },
  'https://claude.ai/oauth/claude-code-client-metadata': {
    name: 'Claude Code',
    redirectUris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
  },
  'https://chatgpt.com/oauth/client.json': {
    name: 'ChatGPT',
    redirectUris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
  },
  'https://chatgpt.com/oauth/codex/client.json': {
    name: 'Codex',
    redirectUris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
  },
  'https://vscode.dev/oauth/client-metadata.json': {
    name: 'Visual Studio Code',
    redirectUris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
  },
  'https://zed.dev/oauth/client-metadata.json': {
    name: 'Zed',
    redirectUris: ['http://127.0.0.1/callback'],
  },
  'https://opencode.ai/oauth/opencode/client.json': {
    name: 'OpenCode',
    redirectUris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
  },
}

/** Our copy of a common client's document. */
export function knownDocument(clientId: ClientId): ClientMetadata | undefined {
  return Object.hasOwn(KNOWN_DOCUMENTS, clientId) ? KNOWN_DOCUMENTS[clientId] : undefined
}
