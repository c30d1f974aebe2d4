import type { Edit } from '../core/edit.ts'

/** Keeps the tags to show: the confirmed tags, with the edits applied that are being sent. */
export function pendingTags(): {
  /** Starts an edit. Call the returned function when the edit is done or has failed. */
  begin(edit: Edit): () => void
  /** Sets the confirmed tags. */
  confirm(tags: string[]): void
  shown(): string[]
} {
  let pending: { tag: string; isAdded: boolean }[] = []
  let confirmed: string[] = []
  return {
    begin({ add = [], remove = [] }) {
      const changes = [
        ...add.map((tag) => ({ tag, isAdded: true })),
        ...remove.map((tag) => ({ tag, isAdded: false })),
      ]
      pending = [...pending.filter(({ tag }) => !changes.some((change) => change.tag === tag)), ...changes]
      return () => {
        pending = pending.filter((change) => !changes.includes(change))
      }
    },
    confirm(tags) {
      confirmed = tags
    },
    shown: () => [
      ...confirmed.filter((tag) => !pending.some((change) => change.tag === tag)),
      ...pending.filter(({ isAdded }) => isAdded).map(({ tag }) => tag),
    ],
  }
}
