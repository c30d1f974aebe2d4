/** Hears the topic of each announcement. */
export type Hear = (topic: string) => void

/** What is announced within this process. */
export type Announcements = {
  tell(topic: string): void
  /** Hears until it is stopped by what it gives. */
  follow(hear: Hear): () => void
}

export function createAnnouncements(): Announcements {
  const hearers = new Set<Hear>()
  return {
    tell(topic) {
      for (const hear of hearers) hear(topic)
    },
    follow(hear) {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
  }
}
