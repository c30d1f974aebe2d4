// The keyboard, the palette and the suggestions of tags, and the contents, on pages that have no script of their own.
import { followContents } from './contents.js'
import { listenToKeys, showControls } from './page.js'

listenToKeys({})
showControls()
followContents()
