import { cleanText } from './clean-text.ts'
import { decodeReferences } from './decode-references.ts'

/** In UTF-16 units. */
const MAX_LENGTH = 200

/** “Di” and “von” begin names as well (Di Wu, Von Miller), so that alone they are cut only before a name of several words. */
const PREFIX =
  /^(?:(?:view|see|read|show|browse)\s+)?(?:all|more)\s+(?:(?:posts?|articles?|stories|entries)\s+)?(?:by|from)\s+|^(?:(?:story|text|words?|written|posted|published|reported|reporting|review(?:ed)?|created|submitted|added|article|post|contributed|guest post|édité|ecrit|écrit|publié|escrito|publicado|geschrieben|verfasst|scritto|pubblicato|geschreven|skriven)\s+(?:by|von|par|por|di|door|av|af)[:：]?|by[:：]?|(?:von|par|por|di|door|av|af)(?:[:：]|(?=\s+(?:\S+\s+\S|r[eé]da[ck]))))\s+|^(?:text|texte|testo|texto|words|authors?|by|autor(?:in|es)?|auteurs?|autore|forfatter|skribent|författare|autorka|yazar|автор|текст|作者|文|記者|取材)\s*[:：]\s*/i
const ROLE =
  /(?:\s*[,(/–—-]\s*|\s+)(?:(?:senior|chief|staff|contributing|associate|special|political|deputy|assistant|managing|executive|news|sports|guest|science|tech(?:nology)?|business|digital|freelance|foreign|national|our)\s+)*(?:writers?|reporters?|correspondents?|contributors?|editors?|columnists?|journalists?|producers?|bloggers?|redakteur(?:in)?|korrespondent(?:in)?|journaliste)(?:[\s,)].*)?$/i
/** A news agency, or a role after a comma that `ROLE` does not list. */
const AGENCY_OR_ROLE =
  /(?<=\p{L}{2})\s*,?\s*\b(?:(?:The )?Associated Press|Reuters|AFP|AP|dpa|UPI)$|,[^,]{0,40}\b(?:writer|reporter|correspondent|contributor|editor|columnist)s?$/iu
const SUFFIX =
  /(?:^|[\s,]+)(?:follow(?:ing)?(?:\s+@\w+)?|@\w+|special (?:to|for)\s.*|(?:last )?(?:updated|published|posted|modified|edited|created)\b.*|[\d,]+ (?:comments?|views?|shares?).*)$|[\s,]*\d+ min(?:ute)?s? read.*$/i
/** What separates a name from a date. */
const BEFORE_DATE =
  /(?:(?:^|[\s,]+)(?:on|at|am|le|el|il|den|vom|the|op|em|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:[a-z]{3,6})?)\.?)+[\s,]*$|[\s,]+$/i
const GENERIC_BYLINE =
  /^(?:(?:the )?(?:news|web|online|editorial|editors?)?\s*(?:staff|desk|team|board)(?: (?:writers?|reports?|reporters?))?|admin(?:istrator)?|editors?|editorial|authors?|guests?(?: (?:post|author|writer|contributor))?|anonymous|unknown|users?|webmaster|(?:die |la )?(?:redaktion|rédaction|redaction|redacción|redazione|redactie|redakcja)|root|super ?user|none|null|undefined|n\/?a|contributors?|by|writers?|comments?|share|follow|advertisement|about(?: the author)?|.*\bstaff(?: (?:writers?|reports?|reporters?))?)$/i

/** Extracts the name from a byline; null if it is an address or a date, or names nobody. */
export function cleanAuthor(text: string | undefined): string | null {
  const line = cleanText(decodeReferences(text?.slice(0, 2 * MAX_LENGTH) ?? ''), MAX_LENGTH)
  if (line === null) return null
  for (const part of line.split(/\s*[|·•●]\s*|\s+[–—-]\s+|\s*\/\/\s*(?=\S+\s)/)) {
    const name = nameIn(part)
    if (name !== null) return name
  }
  return null
}

function nameIn(part: string): string | null {
  if (/^(?:[a-z]{2,10}:)?\/\/|^www\.|^@|\S@\S|\.(?:com|org|net)$/i.test(part)) return null
  let name = part.replace(/<[^>]*>/g, '').trim()
  for (let previous = ''; previous !== name;) {
    previous = name
    name = name.replace(PREFIX, '').replace(SUFFIX, '')
  }
  name = withoutDate(withoutAgencyOrRole(name).replace(ROLE, ''))
    .replace(/^[\s,.;:*()[\]"“”–—-]+|[\s,;:*([\]"“”–—-]+$/g, '')
    .replace(/^\(([^()]*)\)$/, '$1')
  return name === '' || GENERIC_BYLINE.test(name) || !/\p{L}/u.test(name) ? null : name
}

function withoutAgencyOrRole(name: string): string {
  const person = name.replace(AGENCY_OR_ROLE, '')
  return person.includes(' ') ? person : name
}

function withoutDate(name: string): string {
  const digit = name.search(/(?<=^|[\s,])\d/)
  return digit === -1 ? name : name.slice(0, digit).replace(BEFORE_DATE, '')
}
