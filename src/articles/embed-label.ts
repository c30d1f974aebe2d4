/** The names of the most common embeds, by host. */
const KINDS: [host: RegExp, kind: string][] = [
  [/(?:^|\.)(?:youtube\.com|youtu\.be)$/, 'Video on YouTube'],
  [/(?:^|\.)vimeo\.com$/, 'Video on Vimeo'],
  [/(?:^|\.)dailymotion\.com$/, 'Video on Dailymotion'],
  [/(?:^|\.)tiktok\.com$/, 'Video on TikTok'],
  [/(?:^|\.)twitch\.tv$/, 'Video on Twitch'],
  [/(?:^|\.)instagram\.com$/, 'Post on Instagram'],
  [/(?:^|\.)facebook\.com$/, 'Post on Facebook'],
  [/(?:^|\.)(?:twitter|x)\.com$/, 'Post on X'],
  [/(?:^|\.)bsky\.app$/, 'Post on Bluesky'],
  [/(?:^|\.)reddit\.com$/, 'Post on Reddit'],
  [/(?:^|\.)spotify\.com$/, 'Audio on Spotify'],
  [/(?:^|\.)soundcloud\.com$/, 'Audio on SoundCloud'],
  [/(?:^|\.)codepen\.io$/, 'Example on CodePen'],
]
/** Generic titles that every player has. */
const NO_TITLE =
  /^(?:(?:youtube|vimeo|twitter|instagram|facebook|embedded|video|audio|media|spotify)?\s*(?:video|embed(?:ded)?|tweet|post|player|content|frame|iframe|widget)?\s*(?:player|content|frame|iframe|embed|post)?|untitled)$/i
const MAX_LENGTH = 200

/** The label of the link that replaces an embed: its kind, and its title if the page gives one. */
export function embedLabel(address: string, title: string | null): string {
  const words = title?.replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH) ?? ''
  const url = URL.parse(address)
  const kind = KINDS.find(([host]) => host.test(url?.hostname ?? ''))?.[1]
  const name = NO_TITLE.test(words) ? '' : words
  if (kind === undefined) return name || hostAndPath(address, url)
  return name === '' ? kind : `${kind}: ${name}`
}

/** The host and path of an address. The query of an embed is long and tells a reader nothing. */
function hostAndPath(address: string, url: URL | null): string {
  const place = url === null ? address : `${url.host}${url.pathname.replace(/\/$/, '')}`
  return place.replace(/^www\./, '').slice(0, MAX_LENGTH)
}
