import type { listen as English } from '../english/listen.ts'

/** The texts of listening to an article. `#` stands for a name that scripts fill in. */
export const listen: typeof English = {
  listen: 'Anhören',
  back: 'Vorheriger Satz',
  forward: 'Nächster Satz',
  rate: 'Geschwindigkeit',
  times: (rate) => `${String(rate).replace('.', ',')}×`,
  settings: 'Stimme und Timer',
  voice: 'Stimme',
  timer: 'Vorlesen beenden',
  noTimer: 'Am Ende',
  after: (minutes) => `Nach ${minutes} Minuten`,
  through: 'Mit dem nächsten Eintrag der Liste weitermachen',
  close: 'Vorlesen beenden',
  words: {
    play: 'Vorlesen',
    pause: 'Pause',
    remote: '# (online)',
    sends: 'Diese Stimme sendet den Text an #.',
    sendsElsewhere: 'Diese Stimme sendet den Text an ihren Anbieter.',
    failed: 'Diese Stimme funktioniert gerade nicht. Versuche es noch einmal oder wähle eine andere.',
  },
}
