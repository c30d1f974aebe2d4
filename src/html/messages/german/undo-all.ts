import { html } from '../../html.ts'
import type { undoAll as English } from '../english/undo-all.ts'

const changes = (shown: string, count: number) => `${shown} ${count === 1 ? 'Änderung' : 'Änderungen'}`
/** In the dative. */
const ofItems = (shown: string, count: number) => `${shown} ${count === 1 ? 'Eintrag' : 'Einträgen'}`

const staying = (count: number) =>
  count === 1
    ? 'Eine Änderung bleibt, weil der Eintrag seitdem geändert wurde'
    : `${count} Änderungen bleiben, weil die Einträge seitdem geändert wurden`

/** The texts of undoing all that an agent did. */
export const undoAll: typeof English = {
  title: (name) => `Änderungen von ${name} rückgängig machen`,
  heading: (name) => html`Änderungen von ${name} rückgängig machen`,
  sectionTitle: 'Alles rückgängig machen seit …',
  lead: 'Du siehst zuerst eine Vorschau.',
  since: { hour: 'einer Stunde', today: 'heute', yesterday: 'gestern', always: 'dem Anfang' },
  exactMoment: (zone) => `Oder seit (Zeitzone ${zone})`,
  preview: 'Vorschau',
  sinceMoment: (day, time, zone) => html`Seit dem ${day}, ${time} Uhr (Zeitzone ${zone})`,
  sinceConnected: 'Seit der Verbindung',
  wouldUndo: ({ changes: shown, changeCount, items, itemCount }) =>
    `${changes(shown, changeCount)} an ${ofItems(items, itemCount)} ${changeCount === 1 ? 'würde' : 'würden'} rückgängig gemacht.`,
  nothingToUndo: 'Es gibt nichts rückgängig zu machen.',
  explanation:
    'Gespeicherte Einträge kommen in den Papierkorb, entfernte kommen zurück, und andere Änderungen werden zurückgenommen. Auch das kannst du unter „Aktivität“ wieder rückgängig machen.',
  alreadyReversed: (count) => `Schon zurückgenommen: ${count} der Änderungen.`,
  wouldKeep: (count, inPart) => {
    if (inPart === 0) return staying(count)
    const all = count + inPart
    return `${all} ${all === 1 ? 'Änderung bleibt' : 'Änderungen bleiben'} wegen späterer Änderungen, ${inPart} davon teilweise`
  },
  changes: 'Was rückgängig gemacht wird',
  batchLimit: (count) => `Das umfasst die neuesten ${count} Änderungen. Ältere folgen, Seite für Seite.`,
  stillRunning: 'Der Agent hat noch Zugriff und kann weiterhin Änderungen vornehmen:',
  confirm: (count) => `${count} rückgängig machen`,
  confirmAndRevoke: 'Zugriff entziehen und rückgängig machen',
  cancel: 'Abbrechen',
  done: ({ changes: shown, changeCount, items, itemCount }) =>
    `${changes(shown, changeCount)} an ${ofItems(items, itemCount)} rückgängig gemacht.`,
  nothingUndone: 'Nichts wurde rückgängig gemacht.',
  kept: (count) => `${staying(count)}.`,
  keptInPart: (count) =>
    count === 1
      ? 'Eine wurde teilweise rückgängig gemacht: Was seitdem geändert wurde, bleibt.'
      : `${count} wurden teilweise rückgängig gemacht: Was seitdem geändert wurde, bleibt.`,
  more: 'Es gibt ältere Änderungen. Mach unten weiter.',
}
