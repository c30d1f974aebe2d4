type Attributes = Record<string, string>

const EMBEDS = new Set(
  'iframe embed object video audio amp-iframe amp-video amp-audio amp-youtube'.split(' '),
)

/** Whether an element is of other media, which an article names by its address. */
export function isEmbed(name: string): boolean {
  return EMBEDS.has(name)
}

const ADVERTISING =
  /doubleclick|googlesyndication|googletagmanager|googleadservices|amazon-adsystem|adservice|\/ads?[/.?]|recaptcha|hcaptcha|disqus|facebook\.com\/(?:plugins|v\d)|accounts\.google|consent/i

/** Gives the address of a video, a map, a tweet …, as a person would open it; undefined for what is none. */
export function embedAddress(name: string, attributes: Attributes): string | undefined {
  const { src, data, width, height } = attributes
  if (name.endsWith('iframe') && (width === '0' || height === '0' || width === '1' || height === '1'))
    return undefined
  const address = (src || data || attributes['data-src'] || attributes['data-lazy-src'] || '').trim()
  if (address === '' || ADVERTISING.test(address.slice(0, 500))) return undefined
  const video = /^(?:https?:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{5,20})/.exec(
    address,
  )?.[1]
  if (video) return youTubeAddress(video)
  const film = /^(?:https?:)?\/\/player\.vimeo\.com\/video\/(\d+)/.exec(address)?.[1]
  return film ? `https://vimeo.com/${film}` : address
}

/** The address of a video by its name there. */
export function youTubeAddress(video: string): string {
  return `https://www.youtube.com/watch?v=${encodeURIComponent(video)}`
}
