/** An article that was made up for the pictures. */
export type SampleArticle = {
  title: string
  site: string
  path: string
  author?: string
  tags?: string[]
  /** Begins its text, and so is its excerpt. */
  opening: string
  /** Minutes of reading, roughly. */
  minutes: number
  /** Whether it has a picture, and the hue of it. */
  hue?: number
  /** Who saved it, and how long before the pictures are made, in minutes. */
  by: 'you' | 'Claude' | 'ChatGPT'
  age: number
  reason?: string
  note?: string
  progress?: number
  isFavourite?: boolean
}

/** What the pictures in one language show. */
export type Library = {
  /** Newest first, as the list shows them. */
  articles: [SampleArticle, ...SampleArticle[]]
  /** The rest of the first article, which the reader shows. */
  story: string
  /** What the other articles say, over and over. */
  sentences: string[]
  /** Claude adds a tag to what has one of these. */
  tidied: { with: string[]; tag: string }
}

const WORDS_A_MINUTE = 230

/** Enough paragraphs for a reading time. */
export function paragraphs({ sentences }: Library, minutes: number): string {
  const text: string[] = []
  for (let words = 0, index = 0; words < minutes * WORDS_A_MINUTE; index++) {
    const sentence = sentences[(index * 5 + (index >> 3)) % sentences.length]!
    text.push(sentence)
    words += sentence.split(' ').length
  }
  const groups = Array.from({ length: Math.ceil(text.length / 5) }, (_, index) =>
    text.slice(index * 5, index * 5 + 5),
  )
  return groups.map((group) => `<p>${group.join(' ')}</p>`).join('\n')
}
