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
    '„{}“ nimmt ein einzelnes Schlagwort; ein Komma trennt mehrere.',
  '“{}” takes at most {} tags.': '„{}“ nimmt höchstens {} Schlagwörter.',
  '“{}” takes at most {} items.': '„{}“ nimmt höchstens {} Einträge.',
  '“{}” takes at most {} items; {} were given.': '„{}“ nimmt höchstens {} Einträge; es waren {}.',
  'Save at most {} links at once; there are {}.': 'Speichere höchstens {} Links auf einmal; es sind {}.',
  '“{}” is {}, and there is no such day.': '„{}“ ist {}, und diesen Tag gibt es nicht.',
  '“{}” takes a day such as {}, or an instant such as {}.':
    '„{}“ nimmt einen Tag wie {} oder einen Zeitpunkt wie {}.',
  '“{}” takes a whole number {}.': '„{}“ nimmt eine ganze Zahl: {}.',
  '“{}” takes a number from 0 to 1.': '„{}“ nimmt eine Zahl von 0 bis 1.',
  '“{}” takes {}.': '„{}“ nimmt {}.',
}
