/** What becomes known of an account: its queue has changed, or an access to it has ended. */
export type Announcement = { of: 'changes' | 'access'; accountId: string }

/** What may have been announced was not heard, of whatever account: who follows looks for itself. */
export type Missed = { of: 'missed' }

export type Announce = (news: Announcement) => void
export type Hear = (news: Announcement | Missed) => void

/** What is announced within this process. */
export type Announcements = {
  tell(news: Announcement | Missed): void
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
  { tell }: { tell: Announce },
  work: (announce: Announce) => Promise<T>,
): Promise<T> {
  const announced: Announcement[] = []
  const result = await work((news) => announced.push(news))
  announced.forEach(tell)
  return result
}
