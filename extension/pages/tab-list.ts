import { message } from '../browser/message.ts'
import type { WindowTab } from '../browser/window-tabs.ts'
import { element, field } from './element.ts'

/** A longer list can be filtered. */
const MAX_UNFILTERED = 10

/** A list of tabs to choose from. At first, all tabs that are not saved are chosen. `changed` gets the number of chosen tabs. */
export function tabList(
  tabs: WindowTab[],
  changed: (count: number) => void,
): { elements: HTMLElement[]; chosen(): WindowTab[] } {
  const rows = tabs.map((tab) => {
    const box = checkbox()
    box.checked = !tab.isSaved
    box.addEventListener('change', update)
    return { tab, box, row: rowOf(tab, box) }
  })
  const all = checkbox()
  all.addEventListener('change', () => {
    for (const { box } of shown()) box.checked = all.checked
    update()
  })
  const filter = element('input', { name: 'filter', type: 'search', autocomplete: 'off' })
  filter.addEventListener('input', () => {
    const words = filter.value.toLowerCase().split(/\s+/)
    for (const { tab, row } of rows) {
      const text = `${tab.title} ${tab.url}`.toLowerCase()
      row.hidden = !words.every((word) => text.includes(word))
    }
    update()
  })

  const shown = () => rows.filter(({ row }) => !row.hidden)
  const chosen = () => rows.filter(({ box }) => box.checked)
  function update(): void {
    const count = shown().filter(({ box }) => box.checked).length
    all.checked = count > 0 && count === shown().length
    all.indeterminate = count > 0 && !all.checked
    changed(chosen().length)
  }
  update()

  const filterField = field(message('filterTabs'), filter)
  filterField.hidden = tabs.length <= MAX_UNFILTERED
  return {
    elements: [
      filterField,
      element('label', { class: 'choice' }, all, message('allTabs')),
      element('ul', { class: 'tab-list' }, ...rows.map(({ row }) => row)),
    ],
    chosen: () => chosen().map(({ tab }) => tab),
  }
}

function checkbox(): HTMLInputElement {
  return element('input', { type: 'checkbox' })
}

function rowOf({ url, title, isSaved }: WindowTab, box: HTMLInputElement): HTMLLIElement {
  const site = new URL(url).hostname.replace(/^www\./, '')
  const detail = isSaved ? `${site} · ${message('saved')}` : site
  const text = element(
    'span',
    {},
    element('bdi', { class: 'tab-title' }, title || url),
    element('span', { class: 'hint' }, detail),
  )
  return element('li', {}, element('label', { class: 'choice' }, box, text))
}
