import type { AccountId } from '../ids.ts'

/** The queue of an account has changed, or one of its access grants has ended. */
export type QueueMessage = { kind: 'changes' | 'access'; accountId: AccountId }

/** Messages for any account may have been lost, so every subscriber has to read the current state again. */
type MissedMessages = { kind: 'missed' }

export type Publish = (message: QueueMessage) => void
export type Subscriber = (message: QueueMessage | MissedMessages) => void

/** Publish and subscribe within this process. */
export type MessageBus = {
  publish(message: QueueMessage | MissedMessages): void
  /** Returns a function that unsubscribes. */
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

/** Publishes what `work` published once `work` has been committed; nothing if it throws. */
export async function publishAfter<T>(
  { publish }: { publish: Publish },
  work: (publish: Publish) => Promise<T>,
): Promise<T> {
  const published: QueueMessage[] = []
  const result = await work((message) => published.push(message))
  published.forEach(publish)
  return result
}
