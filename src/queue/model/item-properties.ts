import type { Content, Snapshot } from './content.ts'
import { AS_JSON, type ByType, viewOf } from './field-views.ts'
import { type Item, titleOf } from './item.ts'
import { stateOf } from './states.ts'

const VALUES: ByType<unknown> = {
  ...AS_JSON,
  content: (content) => contentOf(content),
  snapshot: (snapshot) => ({ source: sourceOf(snapshot), words: snapshot.words }),
}
const propertiesOf = viewOf('api', VALUES)

/** The properties of an item in the API and in exports. */
export function itemProperties(item: Item): Record<string, unknown> {
  const { content, snapshot } = item
  const properties = propertiesOf(item)
  properties['title'] = titleOf(item)
  properties['state'] = stateOf(item)
  properties['favourite'] = item.favouritedAt !== null
  properties['content'] = contentOf(content, snapshot)
  return properties
}

/** Fields of an item before or after a change; `title` is the custom one, null if the page's own title is used. */
export const changedProperties = viewOf('change', VALUES)

/** Members without a value are left out. */
function contentOf(
  { status, reason, type }: Content,
  snapshot: Snapshot | null = null,
): Record<string, unknown> {
  return {
    status,
    ...(reason === null ? {} : { reason }),
    ...(type === null ? {} : { type }),
    ...(snapshot && { source: sourceOf(snapshot) }),
  }
}

/** Who provided the displayed copy, and when. */
function sourceOf({ source, at }: Snapshot): Record<string, unknown> {
  return { kind: source.kind, ...source.agent, at: AS_JSON.instant(at) }
}
