/** What becomes known of an account: its queue has changed, or an access to it has ended. */
export type Announcement = { of: 'changes' | 'access'; accountId: string }

export type Hear = (news: Announcement) => void

/** What is announced within this process. */
export type Announcements = {
  tell(news: Announcement): void
  /** Hears until it is stopped by what it gives. */
  follow(hear: Hear): () => void
}

export function createAnnouncements(): Announcements {
  const hearers = new Set<Hear>()
  return {
    tell(news) {
      for (const hear of hearers) hear(news)
    },
    follow(hear) {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
  }
}

/** Runs work that announces, and tells what it announced once all of it holds; nothing where it throws. */
export async function tellingAfter<T>(
  { tell }: Announcements,
  work: (announce: Hear) => Promise<T>,
): Promise<T> {
  const announced: Announcement[] = []
  const result = await work((news) => announced.push(news))
  announced.forEach(tell)
  return result
}
