// Suggestions for tags: all of them, which are asked for once a field is used, and after each comma too, where a browser
// itself only completes the first.
let loading
/** All tags of the account, which are asked for once; without an answer, none. */
export const loadTags = () =>
  (loading ??= fetch('/tags/names')
    .then((response) => response.json())
    .catch(() => []))

export const startTagFields = () => {
  const list = document.getElementById('tag-options')
  if (!list) return
  let tags = [...list.options].map(({ value }) => value)
  const suggest = ({ name, value }) => {
    const end = name === 'tags' ? value.lastIndexOf(',') + 1 : 0
    const given = value.slice(0, end)
    const before = given && `${given} `
    const used = given.split(',').map((tag) => tag.trim().toLowerCase())
    list.replaceChildren(
      ...tags
        .filter((tag) => !used.includes(tag))
        .map((tag) => Object.assign(document.createElement('option'), { value: before + tag })),
    )
  }
  const addAll = async (field) => {
    const all = await loadTags()
    // Without an answer, the most used ones are still there.
    if (all.length > 0) tags = all
    suggest(field)
  }
  for (const type of ['focusin', 'input'])
    addEventListener(type, ({ target }) => {
      if (target.list !== list) return
      suggest(target)
      addAll(target)
    })
}
