/** What is wrong with a field of a form, which is named by its label. */
export const inputs: Record<string, string> = {
  '“{}” is required.': 'Fülle „{}“ aus.',
  '“{}” is empty.': '„{}“ ist leer.',
  '“{}” must be a text.': '„{}“ muss ein Text sein.',
  '“{}” holds control characters or broken Unicode.': '„{}“ enthält Steuerzeichen oder fehlerhaftes Unicode.',
  '“{}” takes at most {} characters.': '„{}“ darf höchstens {} Zeichen lang sein.',
  '“{}” takes at most {} characters. Send it in parts.':
    '„{}“ darf höchstens {} Zeichen lang sein. Sende es in Teilen.',
  'A tag takes at most {} characters.': 'Ein Schlagwort darf höchstens {} Zeichen lang sein.',
  '“{}” takes one tag; a comma separates tags.':
    '„{}“ ist ein einzelnes Schlagwort; ein Komma trennt mehrere.',
  '“{}” takes at most {} tags.': '„{}“ darf höchstens {} Schlagwörter haben.',
  '“{}” takes at most {} items.': '„{}“ darf höchstens {} Einträge haben.',
  '“{}” takes at most {} items; {} were given.': '„{}“ darf höchstens {} Einträge haben; es waren {}.',
  'Save at most {} links at once; there are {}.': 'Speichere höchstens {} Links auf einmal; es sind {}.',
  '“{}” is {}, and there is no such day.': '„{}“ ist {}, und diesen Tag gibt es nicht.',
  '“{}” takes a day such as {}, or an instant such as {}.':
    '„{}“ muss ein Tag wie {} oder ein Zeitpunkt wie {} sein.',
  '“{}” takes a whole number {}.': '„{}“ muss eine ganze Zahl sein: {}.',
  '“{}” takes a number from 0 to 1.': '„{}“ muss eine Zahl von 0 bis 1 sein.',
  '“{}” takes {}.': 'Möglich für „{}“: {}.',
}
