import type { Hono } from 'hono'
import { extractionSubmission } from './choose-extraction.ts'
import { archivedCopySubmission } from './fetch-archived.ts'
import { emptyTrashForm, emptyTrashSubmission } from './empty-trash.ts'
import { allHighlights, reviewHighlights } from './highlights.ts'
import { saveShared } from './save.ts'
import { saveGuide, showGuide } from './guide.ts'
import { share } from './share.ts'
import { settingsSubmission } from './settings.ts'
import { colourTagSubmission, deleteTagSubmission, renameTagSubmission, tagList, tagNames } from './tags.ts'
import { liveSearch } from './live-search.ts'
import { stats } from './stats.ts'
import { downloadExtension } from './extension.ts'
import { showWelcome, welcomeSubmission } from './welcome.ts'
import { resource } from '../../http/resource.ts'
import type { Services } from '../../services.ts'

/** The pages beside the queue: saving, tags, highlights, stats, and what their forms do. */
export function servePages(app: Hono, services: Services): void {
  resource(app, '/save', { GET: saveShared(services) })
  resource(app, '/share', { GET: share(services) })
  resource(app, '/guide', { GET: showGuide(services), POST: saveGuide(services) })
  resource(app, '/trash/empty', { GET: emptyTrashForm(services), POST: emptyTrashSubmission(services) })
  resource(app, '/welcome', { GET: showWelcome(services), POST: welcomeSubmission(services) })
  resource(app, '/extension/:file', { GET: downloadExtension(services) })
  resource(app, '/highlights', { GET: allHighlights(services) })
  resource(app, '/highlights/review', { GET: reviewHighlights(services) })
  resource(app, '/stats', { GET: stats(services) })
  resource(app, '/search/live', { GET: liveSearch(services) })
  resource(app, '/tags', { GET: tagList(services) })
  resource(app, '/tags/names', { GET: tagNames(services) })
  resource(app, '/tags/colour', { POST: colourTagSubmission(services) })
  resource(app, '/tags/rename', { POST: renameTagSubmission(services) })
  resource(app, '/tags/delete', { POST: deleteTagSubmission(services) })
  resource(app, '/extractions', { POST: extractionSubmission(services) })
  resource(app, '/archived-copies', { POST: archivedCopySubmission(services) })
  resource(app, '/settings', { GET: (c) => c.redirect('/account', 303), POST: settingsSubmission(services) })
}
