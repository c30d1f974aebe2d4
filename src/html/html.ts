import { oncePer } from '../concurrency/once.ts'
import { compactTemplate } from './compact-template.ts'
import { Fragment } from './fragment.ts'

/** What a template takes: text is escaped, HTML is not, and what is missing or a condition that failed adds nothing. */
export type TemplateValue = Fragment | string | number | boolean | null | undefined | readonly TemplateValue[]

/** The literal parts of a template in the source. */
const partsOf = oncePer<TemplateStringsArray, readonly string[]>(compactTemplate)

/** A tagged template that gives HTML. Every value in it is escaped, unless it is HTML itself. */
export function html(template: TemplateStringsArray, ...values: TemplateValue[]): Fragment {
  const parts = partsOf(template)
  let markup = parts[0]!
  for (let index = 0; index < values.length; index++) markup += render(values[index]) + parts[index + 1]!
  return new Fragment(markup)
}

/**
 * Takes a text for HTML as it stands: only for our own files, articles that were
 * sanitised, and what `html` made before.
 */
export function raw(markup: string): Fragment {
  return new Fragment(markup)
}

const SPECIAL = /[&<>"']/
const REFERENCES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Writes a text for HTML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[&<>"']/g, (character) => REFERENCES[character]!) : text
}

function render(value: TemplateValue): string {
  if (typeof value === 'string') return escapeHtml(value)
  if (value instanceof Fragment) return value.toString()
  if (typeof value === 'number') return String(value)
  if (!Array.isArray(value)) return ''
  let markup = ''
  for (const part of value) markup += render(part)
  return markup
}
