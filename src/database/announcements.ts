/** What becomes known of an account: its queue has changed, or an access to it has ended. */
export type QueueMessage = { of: 'changes' | 'access'; accountId: string }

/** What may have been announced was not heard, of whatever account: who follows looks for itself. */
export type Missed = { of: 'missed' }

export type Announce = (message: QueueMessage) => void
export type Subscriber = (message: QueueMessage | Missed) => void

/** What is announced within this process. */
export type MessageBus = {
  publish(message: QueueMessage | Missed): void
  /** Hears until it is stopped by what it gives. */
  subscribe(subscriber: Subscriber): () => void
}

export function createMessageBus(): MessageBus {
  const subscribers = new Set<Subscriber>()
  return {
    publish(message) {
      for (const subscriber of subscribers) subscriber(message)
    },
    subscribe(subscriber) {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
  }
}

/** Runs work that announces, and tells what it announced once all of it holds; nothing where it throws. */
export async function publishAfter<T>(
  { publish }: { publish: Announce },
  work: (publish: Announce) => Promise<T>,
): Promise<T> {
  const published: QueueMessage[] = []
  const result = await work((message) => published.push(message))
  published.forEach(publish)
  return result
}
