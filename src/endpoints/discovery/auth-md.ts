import { PATHS } from '../../config/paths.ts'
import { gettingAccess, keepingAccess, type TakenClients } from './access-md.ts'
import { statusTable } from './responses-md.ts'
import { usingTheQueue } from './using-md.ts'

/** The guide by which an agent gets access; its examples are run by the tests as they stand here. */
export function authMd(baseUrl: string, takes: TakenClients): string {
  return `# Reading Queue auth.md: how an agent gets access

Reading Queue keeps the links that a person saved for later. An agent may save, read and manage them
**for a person who authorizes it**. There is no machine identity and no anonymous access. There is one
access level, \`queue\`: full reading and writing. Everything an agent does is recorded with its name; the person
sees it, can undo it, and can revoke the access at any time.

The examples need curl and OpenSSL. They are in order: each uses what those before it gave.

${gettingAccess(baseUrl, takes)}

${usingTheQueue(baseUrl)}

${keepingAccess(baseUrl)}

## 8. Answers

${statusTable(baseUrl)}

## 9. More

- [Protected resource metadata](${baseUrl}${PATHS.resourceMetadata})
- [Authorization server metadata](${baseUrl}${PATHS.serverMetadata})
- [Short guide](${baseUrl}${PATHS.guide})
- [API catalog](${baseUrl}${PATHS.apiCatalog})
- [What the queue's entities mean](${baseUrl}/profiles/queue)
`
}
