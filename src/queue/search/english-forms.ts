/** Words whose forms no rule makes, each line one word. */
const IRREGULAR = `
begin began begun|break broke broken|bring brought|build built|buy bought|catch caught|choose chose chosen
draw drew drawn|drive drove driven|eat ate eaten|fall fell fallen|feel felt|fight fought|find found|fly flew flown
forget forgot forgotten|get got gotten|give gave given|go went gone|grow grew grown|hold held|keep kept|know knew known
learn learnt|leave left|lose lost|make made|mean meant|pay paid|rise rose risen|run ran|say said|see saw seen|sell sold
send sent|sleep slept|speak spoke spoken|spend spent|stand stood|steal stole stolen|swim swam swum|take took taken
teach taught|tell told|think thought|throw threw thrown|understand understood|wake woke woken|wear wore worn|win won
write wrote written|analysis analyses|basis bases|child children|crisis crises|foot feet|goose geese|half halves
index indices|knife knives|leaf leaves|life lives|man men|matrix matrices|mouse mice|person people|shelf shelves
thesis theses|tooth teeth|wife wives|wolf wolves|woman women`
  .trim()
  .split(/[|\n]/)
  .map((line) => line.split(' '))

const IRREGULAR_FORMS = new Map(IRREGULAR.flatMap((forms) => forms.map((form) => [form, forms] as const)))

/** Words that look like a form of another one. */
const BASIC = new Set(
  'during evening morning nothing something anything everything news species series'.split(' '),
)

const VOWEL = /[aeiouy]/
const MIN_BASE = 3

/**
 * The forms of an English word (plural, past, -ing, and the common derivations -ly, -ness, -ment, -ion), found by
 * stripping its ending and adding each other one. Some of them are no words; nothing is found by those.
 */
export function englishForms(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return []
  if (BASIC.has(word)) return [word]
  const stripped = basesOf(word)
  const bases = stripped.length > 0 ? stripped : [word]
  const irregular = [word, ...bases].flatMap((base) => IRREGULAR_FORMS.get(base) ?? [])
  const forms = [...bases, ...irregular.slice(0, 1)].flatMap((base) => [base, ...inflected(base)])
  return [...new Set([word, ...irregular, ...forms])]
}

/** What a word may be a form of. */
function basesOf(word: string): string[] {
  const strip = (length: number, ...endings: string[]) =>
    endings.map((ending) => word.slice(0, -length) + ending)
  const bases: string[] = []
  if (/^.ie[sd]$/.test(word)) bases.push(...strip(1, ''))
  else if (/[^aeiou]ie[sd]$/.test(word)) bases.push(...strip(3, 'y'))
  else if (/(s|x|z|ch|sh|o)es$/.test(word)) bases.push(...strip(2, ''), ...strip(1, ''))
  else if (/[^su]s$/.test(word) && !word.endsWith('is')) bases.push(...strip(1, ''))
  if (/[^e]ed$/.test(word) && !word.endsWith('ied')) bases.push(...stripped(word, 2))
  if (word.endsWith('ing')) bases.push(...stripped(word, 3))
  if (/^.ying$/.test(word)) bases.push(...strip(4, 'ie'))
  if (word.endsWith('ily')) bases.push(...strip(3, 'y'))
  else if (word.endsWith('ly')) bases.push(...strip(2, ''))
  if (word.endsWith('iness')) bases.push(...strip(5, 'y'))
  else if (word.endsWith('ness')) bases.push(...strip(4, ''))
  const [derived] = /(?<=[a-z]{4})(ation|ion|ment)s?$/.exec(word) ?? []
  if (derived?.startsWith('ment')) bases.push(...strip(derived.length, ''))
  else if (derived)
    bases.push(...strip(derived.length, '', 'e', ...(derived.startsWith('ation') ? ['ate'] : [])))
  if (/(ion|ment)s$/.test(word)) bases.push(...strip(1, ''))
  return bases.filter((base) => base.length >= MIN_BASE && VOWEL.test(base))
}

/** Without an ending that drops an e or doubles a letter. */
function stripped(word: string, length: number): string[] {
  const base = word.slice(0, -length)
  if (!VOWEL.test(base)) return []
  return [base, `${base}e`, ...(/([^aeiou])\1$/.test(base) ? [base.slice(0, -1)] : [])]
}

function inflected(base: string): string[] {
  const add = (stem: string, endings: string) => endings.split(' ').map((ending) => stem + ending)
  const short = base.slice(0, -1)
  if (base.endsWith('ie')) return [...add(base, 's d'), `${base.slice(0, -2)}ying`]
  if (/[^aeiou]y$/.test(base)) return [...add(short, 'ies ied ily iness'), `${base}ing`]
  const isLong = base.replace(/e$/, '').length > MIN_BASE
  const derived = isLong ? ' ion ions ation' : ''
  if (base.endsWith('e')) return [...add(base, 's d ly ment'), ...add(short, `ing${derived}`)]
  const plural = /(s|x|z|ch|sh)$/.test(base) ? 'es' : 's'
  const forms = add(base, `${plural} ed ing ly ness ment${derived}`)
  const last = base.at(-1)!
  return /[^aeiou][aeiou][^aeiouwxy]$/.test(base) ? [...forms, ...add(base + last, 'ed ing')] : forms
}
