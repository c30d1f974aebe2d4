/** The texts of listening to an article. `#` stands for a name that scripts fill in. */
export const listen = {
  listen: 'Listen',
  back: 'Previous sentence',
  forward: 'Next sentence',
  rate: 'Speed',
  times: (rate: number) => `${rate}×`,
  settings: 'Voice and timer',
  voice: 'Voice',
  timer: 'Stop listening',
  noTimer: 'At the end',
  after: (minutes: number) => `After ${minutes} minutes`,
  through: 'Continue with the next in the list',
  close: 'Stop listening',
  words: {
    play: 'Play',
    pause: 'Pause',
    remote: '# (online)',
    sends: 'This voice sends the text to #.',
    sendsElsewhere: 'This voice sends the text to the company that provides it.',
    failed: 'This voice doesn’t work right now. Try again, or choose another one.',
  },
}
