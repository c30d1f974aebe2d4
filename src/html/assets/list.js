// The keyboard, the palette and the suggestions of tags on pages that have no script of their own.
import { listenToKeys, showControls } from './page.js'

listenToKeys({})
showControls()
