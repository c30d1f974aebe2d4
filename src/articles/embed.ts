import { percentDecode } from '../text/percent-decode.ts'

type Attributes = Record<string, string>

const EMBEDS = new Set(
  'iframe embed object video audio amp-iframe amp-video amp-audio amp-youtube amp-vimeo amp-twitter amp-instagram amp-facebook lite-youtube lite-vimeo youtube-video'.split(
    ' ',
  ),
)

/** Whether an element embeds other media, which an article links to. */
export function isEmbed(name: string): boolean {
  return EMBEDS.has(name)
}

const ADVERTISING =
  /doubleclick|googlesyndication|googletagmanager|googleadservices|amazon-adsystem|adservice|\/ads?[/.?]|recaptcha|hcaptcha|disqus|facebook\.com\/(?:plugins\/(?:like|page|share|follow)|v\d)|accounts\.google|consent/i

/** No browser plays Flash any more. */
const FLASH = /\.swf(?:$|[?#])/i

/** The address of a video, map, post and the like, as a person would open it; undefined for other elements. */
export function embedAddress(name: string, attributes: Attributes): string | undefined {
  const named = addressByName(name, attributes)
  if (named !== undefined) return named
  const { src, data, width, height } = attributes
  if (name.endsWith('iframe') && (width === '0' || height === '0' || width === '1' || height === '1'))
    return undefined
  const address = (src || data || attributes['data-src'] || attributes['data-lazy-src'] || '').trim()
  if (address === '' || FLASH.test(address) || ADVERTISING.test(address.slice(0, 500))) return undefined
  return addressOfPlayer(address) ?? address
}

/** The address of an element that scripts turn into a player or a post; undefined for other elements. */
export function scriptedEmbed(attributes: Attributes): string | undefined {
  const { class: names = '', cite } = attributes
  if (!/youtube|vimeo|instagram-media|fb-(?:post|video)|tiktok-embed/.test(names)) return undefined
  const { 'data-instgrm-permalink': permalink, 'data-href': href } = attributes
  const video =
    attributes['data-youtube-id'] ??
    attributes['data-video-id'] ??
    attributes['data-id'] ??
    attributes['data-videoid']
  if (/(?:^|\s)instagram-media(?:\s|$)/.test(names)) return permalink?.split('?', 1)[0]
  if (/(?:^|\s)fb-(?:post|video)(?:\s|$)/.test(names)) return href
  if (/(?:^|\s)tiktok-embed(?:\s|$)/.test(names)) return cite
  if (/youtube/.test(names) && video && /^[\w-]{11}$/.test(video)) return youTubeAddress(video)
  return /vimeo/.test(names) && video && /^\d+$/.test(video) ? `https://vimeo.com/${video}` : undefined
}

/** The address of a video by its id. */
function youTubeAddress(video: string): string {
  return `https://www.youtube.com/watch?v=${encodeURIComponent(video)}`
}

function addressByName(name: string, attributes: Attributes): string | undefined {
  const video = attributes['data-videoid'] ?? attributes['videoid'] ?? ''
  switch (name) {
    case 'amp-youtube':
    case 'lite-youtube':
      return youTubeAddress(video)
    case 'amp-vimeo':
    case 'lite-vimeo':
      return `https://vimeo.com/${encodeURIComponent(video)}`
    case 'amp-twitter':
      return `https://twitter.com/i/status/${encodeURIComponent(attributes['data-tweetid'] ?? '')}`
    case 'amp-instagram':
      return `https://www.instagram.com/p/${encodeURIComponent(attributes['data-shortcode'] ?? '')}/`
    case 'amp-facebook':
      return attributes['data-href']
    default:
      return undefined
  }
}

const PLAYERS: [player: RegExp, address: (match: RegExpExecArray) => string | undefined][] = [
  [
    /^(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/videoseries\?.*?\blist=([\w-]+)/,
    ([, list]) => `https://www.youtube.com/playlist?list=${list}`,
  ],
  [/^(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{5,20})/, ([, video]) => youTubeAddress(video!)],
  [/^player\.vimeo\.com\/video\/(\d+)/, ([, film]) => `https://vimeo.com/${film}`],
  [
    /^(?:www\.)?dailymotion\.com\/embed\/video\/(\w+)/,
    ([, video]) => `https://www.dailymotion.com/video/${video}`,
  ],
  [
    /^platform\.twitter\.com\/embed\/[^?#]*[?#].*?\bid=(\d+)/i,
    ([, post]) => `https://twitter.com/i/status/${post}`,
  ],
  [/^(www\.instagram\.com\/(?:p|reel|tv)\/[\w-]+)/, ([, post]) => `https://${post}/`],
  [
    /^(?:www\.)?facebook\.com\/plugins\/(?:post|video)\.php\?.*?\bhref=([^&]+)/,
    ([, href]) => percentDecode(href!),
  ],
  [/^open\.spotify\.com\/embed(?:-podcast)?\/([\w/]+)/, ([, path]) => `https://open.spotify.com/${path}`],
  [/^w\.soundcloud\.com\/player\/?\?.*?\burl=([^&]+)/, ([, href]) => percentDecode(href!)],
  [/^(codepen\.io\/[\w-]+)\/embed\/(?:preview\/)?(\w+)/, ([, person, pen]) => `https://${person}/pen/${pen}`],
  [/^embed\.reddit\.com(\/r\/[^?#]+)/, ([, path]) => `https://www.reddit.com${path}`],
  [
    /^embed\.bsky\.app\/embed\/([\w:.%-]+)\/app\.bsky\.feed\.post\/(\w+)/,
    ([, person, post]) => `https://bsky.app/profile/${person}/post/${post}`,
  ],
  [/^([\w.-]+\/@[\w.@-]+\/\d+)\/embed\b/, ([, post]) => `https://${post}`],
]

function addressOfPlayer(address: string): string | undefined {
  const bare = address.replace(/^(?:https?:)?\/\//, '')
  if (bare === address) return undefined
  for (const [player, addressOf] of PLAYERS) {
    const match = player.exec(bare.slice(0, 2000))
    if (match) return addressOf(match)
  }
  return undefined
}
