/** A prompt that a person can choose in their client. */
export type Prompt = {
  name: string
  title: string
  description: string
  arguments: PromptArgument[]
  /** The prompt's message; required arguments are present, and all are valid. */
  message(given: Record<string, string>): string
}

type PromptArgument = {
  name: string
  title: string
  description: string
  required: boolean
  /** What a value must match, and what that means, for who sends another. */
  format?: { pattern: RegExp; meaning: string }
}

const DEFAULT_DAYS = '7'

export const prompts: Prompt[] = [
  {
    name: 'triage_queue',
    title: 'Triage my queue',
    description: 'Go through the unread links and propose what to read, keep and remove.',
    arguments: [],
    message: () =>
      'Go through the unread items of my reading queue with list_queue. Group them by topic, name the few that are most worth reading now and why, and list those that seem outdated or doubled. Propose tags where they are missing. Change nothing before I agree.',
  },
  {
    name: 'weekly_digest',
    title: 'Digest of the last days',
    description: 'Sum up what was saved lately.',
    arguments: [
      {
        name: 'days',
        title: 'Days',
        description: `How many days back; ${DEFAULT_DAYS} by default`,
        required: false,
        format: { pattern: /^[1-9]\d{0,3}$/, meaning: 'a whole number of days, such as 7' },
      },
    ],
    message: ({ days = DEFAULT_DAYS }) =>
      `List what was saved to my reading queue in the last ${days} days: list_queue with state "all", q "after:${days}d" and fields ["title","url","excerpt","savedBy","reason"], limit 100; its rows are enough. Write a digest: the topics, a sentence on each item with its link, and who saved it and why where that is known.`,
  },
  {
    name: 'find_and_summarize',
    title: 'Find and summarize',
    description: 'Find what the queue has on a topic and sum it up.',
    arguments: [{ name: 'topic', title: 'Topic', description: 'What to look for', required: true }],
    message: ({ topic = '' }) =>
      `Search my reading queue for "${topic}", fetch the items that fit, and sum up what they say, each with its link. Say so if there is little.`,
  },
]
