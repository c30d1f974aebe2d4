import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'

/** The numbers of a chart as text; the first cell of a row is its header. */
export type Table = { summary: string; head: string[]; rows: string[][] }

export function numberTable({ head, rows }: Table): Fragment {
  const row = ([name, ...cells]: string[]) => {
    return html`<tr>
      <th scope="row">${name}</th>
      ${cells.map((cell) => html`<td>${cell}</td>`)}
    </tr>`
  }
  return html`<table>
    <thead>
      <tr>
        ${head.map((cell) => html`<th scope="col">${cell}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(row)}
    </tbody>
  </table>`
}
