import { setImmediate } from 'node:timers/promises'
import { removeInvisible } from './invisible-characters.ts'

/**
 * Ways to address programs in order to steer them. People are agents and assistants as well, so these count only in
 * context.
 */
const PROGRAMS =
  '(?:ai|a\\.i\\.|llms?|language models?|chat ?bots?|(?:ai|virtual|digital) (?:assistants?|agents?)|claude|chatgpt|gpt|gemini|copilot|codex)'
const AGENTS = `(?:${PROGRAMS}|assistants?|agents?)`

/** Each pattern is limited in length, so that matching takes linear time. Mostly English. */
const SIGNS: RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\s{1,3}(?:\w{1,12}\s{1,3}){0,3}(?:previous|prior|above|earlier|preceding|existing|system|all|your|any)\s{1,3}(?:\w{1,12}\s{1,3}){0,2}(?:instructions?|prompts?|rules?|directions?|guidelines?|commands?)\b/,
  /\b(?:ignorier\w{0,4}|vergiss)\s.{0,40}\b(?:anweisung|vorgabe|regel)/,
  /\b(?:ignore[rz]?|oublie[rz]?)\s.{0,40}\b(?:instructions|consignes|règles)\b/,
  /\b(?:ignora|ignore|olvida)\s.{0,40}\b(?:instrucciones|istruzioni|instruções)\b/,
  new RegExp(
    `\\b(?:dear|attention|note (?:to|for)|instructions? (?:to|for)|message (?:to|for))\\s{1,3}(?:\\w{1,12}\\s{1,3}){0,3}${AGENTS}\\b`,
  ),
  new RegExp(
    `\\b${AGENTS},?\\s(?:that |who |which )?(?:is |are )?(?:read|summari|process|visit|pars|crawl|access)\\w{0,5}\\s(?:this|these)\\b`,
  ),
  new RegExp(`\\byou are (?:now )?(?:an? |the )?(?:\\w{1,12}\\s{1,3}){0,2}${PROGRAMS}\\b`),
  /\b(?:system prompt|system message|developer message)\s{0,3}[:=]/,
  /<\/?(?:system|assistant|instructions?|tool_call|function_calls?)>|\[\/?inst\]|<\|(?:im_start|im_end|system|user|assistant)\|>/,
  /\b(?:do not|don.?t|never|without)\s{1,3}(?:tell|telling|mention|mentioning|inform|informing|ask|asking|alert|alerting|notify|notifying)\w{0,3}\s{1,3}(?:\w{1,12}\s{1,3}){0,3}(?:the|your)\s(?:user|owner|human|person|operator)\b/,
  /\b(?:call|use|invoke|run|execute)\s{1,3}(?:the\s{1,3})?(?:\w{1,20}\s{1,3}){0,2}(?:remove_items|change_items|save_links?|edit_item|undo_change|mcp tool|tool call)\b/,
]

/** UTF-16 units searched at a time, which takes a few milliseconds; each part overlaps the next. */
const SLICE = 16 * 1024
const OVERLAP = 512

/**
 * Whether a text looks like prompt injection: it tells agents to ignore their instructions, to hide something from
 * the person, or to use their tools. A page about prompt injection quotes such texts and counts as well; other
 * wordings are missed. Yields to the event loop within a long text.
 */
export async function containsPromptInjection(text: string): Promise<boolean> {
  for (let start = 0; start < text.length; start += SLICE) {
    if (start > 0) await setImmediate()
    const slice = plain(text.slice(start, start + SLICE + OVERLAP))
    if (SIGNS.some((sign) => sign.test(slice))) return true
  }
  return false
}

function plain(text: string): string {
  return removeInvisible(text.normalize('NFKC')).toLowerCase().replace(/[*`]+/g, '').replace(/\s+/g, ' ')
}
