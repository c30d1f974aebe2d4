import { escapeText } from '../../text/escape-text.ts'
import {
  findAll,
  findFirst,
  hasClass,
  isHost,
  isNamed,
  lineOf,
  toParagraphs,
  type SiteElement,
  type SiteExtractor,
} from './site.ts'
import { tryParseJson } from '../../text/json.ts'

/** In UTF-16 units. */
const MAX_PLAYER_LENGTH = 2_000_000

/** A video: its channel, its description, and its transcript if the page contains it. */
export const youtube: SiteExtractor = {
  matches: (url) =>
    (isHost(url, 'youtube.com') && /^\/(?:watch|shorts\/|live\/)/.test(url.pathname)) ||
    url.hostname === 'youtu.be',
  extract({ body, html, description }) {
    const player = readPlayer(html)
    const details = objectIn(player, 'videoDetails')
    const title = textIn(details, 'title')
    if (!title) return undefined
    const videoDescription = textIn(details, 'shortDescription') ?? description ?? ''
    const seconds = Number(textIn(details, 'lengthSeconds') ?? 0)
    const channel = textIn(details, 'author')
    const video = textIn(details, 'videoId')
    const metadata = objectIn(objectIn(player, 'microformat'), 'playerMicroformatRenderer')
    const transcript = transcriptIn(body)
    const watch = video
      ? `<p><a href="https://www.youtube.com/watch?v=${encodeURIComponent(video)}">Watch on YouTube</a>${seconds > 0 ? ` (${length(seconds)})` : ''}</p>`
      : ''
    return {
      html: `${watch}${toParagraphs(videoDescription)}${transcript && `<h2>Transcript</h2>${transcript}`}`,
      title,
      author: channel,
      published: textIn(metadata, 'publishDate') ?? textIn(metadata, 'uploadDate'),
    }
  },
}

/** The data that the page passes to its player, in a script. */
function readPlayer(html: string): unknown {
  const start = /\bytInitialPlayerResponse\s*=\s*\{/.exec(html)
  if (!start) return undefined
  const from = start.index + start[0].length - 1
  const text = html.slice(from, from + MAX_PLAYER_LENGTH)
  for (const end of [/\}\s*;\s*(?:var\s|<\/script>)/, /\}\s*<\/script>/]) {
    const found = end.exec(text)
    if (!found) continue
    const value = tryParseJson(text.slice(0, found.index + 1))
    // Otherwise the next closing bracket may be the right one.
    if (value !== undefined) return value
  }
  return undefined
}

function objectIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function textIn(value: unknown, name: string): string | null {
  const text = objectIn(value, name)
  return typeof text === 'string' && text.trim() !== '' ? text : null
}

/** Joins the segments of a transcript, a few seconds each, into paragraphs of a few sentences. */
function transcriptIn(body: SiteElement): string {
  const lines = findAll(body, isNamed('ytd-transcript-segment-renderer')).flatMap(
    (segment) => lineOf(findFirst(segment, hasClass('segment-text')) ?? undefined) ?? [],
  )
  const paragraphs: string[] = []
  for (let index = 0; index < lines.length; index += 12) {
    paragraphs.push(`<p>${escapeText(lines.slice(index, index + 12).join(' '))}</p>`)
  }
  return paragraphs.join('')
}

function length(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return `${minutes}:${String(Math.floor(seconds % 60)).padStart(2, '0')} minutes`
}
