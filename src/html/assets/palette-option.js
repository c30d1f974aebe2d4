// What an entry of the palette shows.
export const element = (name, attributes, ...children) => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}
/** The parts of an entry: its label, where it is, its key, and the passage that was found. */
export const contentOf = ({ label, hint, key, snippet }) => [
  element('span', { class: 'palette-label', dir: 'auto' }, label),
  ...(hint ? [element('span', { class: 'hint', dir: 'auto' }, hint)] : []),
  ...(key ? [element('kbd', { 'aria-hidden': 'true' }, key)] : []),
  ...(snippet
    ? [
        element(
          'span',
          { class: 'palette-snippet', dir: 'auto' },
          ...snippet.map(({ text, isFound }) => (isFound ? element('mark', {}, text) : text)),
        ),
      ]
    : []),
]
