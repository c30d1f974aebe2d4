import { builtInClient } from '../../oauth/built-in-clients.ts'
import type { Agent } from '../../queue/model/actor.ts'

const BROWSERS: Record<string, string> = {
  'reading-queue-chrome': 'Chrome',
  'reading-queue-firefox': 'Firefox',
}

/**
 * The browser in which the person saved an item with the service's own extension; undefined for agents, and for programs
 * that use its id, which have no name of ours.
 */
export function ownBrowser({ id, name }: Agent): string | undefined {
  return builtInClient(id, [])?.name === name ? BROWSERS[id] : undefined
}
