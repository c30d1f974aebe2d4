// What an entry of the palette shows.
export const element = (name, attributes, ...children) => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}
const span = (name, ...children) => element('span', { class: name, dir: 'auto' }, ...children)

/** A site's icon, which is loaded once it is seen, or its letter. */
const siteIcon = ({ image, letter }) =>
  image
    ? element('span', { class: 'site' }, element('img', { src: image, alt: '', loading: 'lazy' }))
    : element('span', { class: 'site', 'data-letter': letter })

/** The parts of an entry: its site, its label and what that means, where it is, its key, and the passage that was found. */
export const contentOf = ({ site, label, gloss, hint, key, snippet }) => [
  ...(site ? [siteIcon(site)] : []),
  span('palette-label', label, ...(gloss ? [' ', span('palette-gloss', gloss)] : [])),
  ...(hint ? [span('hint', hint)] : []),
  ...(key ? [element('kbd', { 'aria-hidden': 'true' }, key)] : []),
  ...(snippet
    ? [
        span(
          'palette-snippet',
          ...snippet.map(({ text, isFound }) => (isFound ? element('mark', {}, text) : text)),
        ),
      ]
    : []),
]
