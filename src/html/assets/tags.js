// Fields for several tags suggest them after each comma too: a browser itself only completes the first.
export const startTagFields = () => {
  const list = document.getElementById('tag-options')
  if (!list) return
  const tags = [...list.options].map(({ value }) => value)
  const suggest = (before, used) =>
    list.replaceChildren(
      ...tags
        .filter((tag) => !used.includes(tag))
        .map((tag) => Object.assign(document.createElement('option'), { value: before + tag })),
    )
  for (const type of ['focusin', 'input'])
    addEventListener(type, ({ target }) => {
      if (target.list !== list) return
      const isSeveral = target.name === 'tags'
      const end = isSeveral ? target.value.lastIndexOf(',') + 1 : 0
      const given = target.value.slice(0, end)
      suggest(
        given && `${given} `,
        given.split(',').map((tag) => tag.trim().toLowerCase()),
      )
    })
}
