import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { brief, readFile, zipOf } from './read.ts'

const A = 'https://example.org/a'
const B = 'https://example.org/b'
const C = 'https://example.org/c'

/** A file, the format it is told to be, and what its entries say. */
const files: [title: string, content: string, format: string, entries: Record<string, unknown>[]][] = [
  [
    'Pocket CSV with a line break in a title',
    'title,url,time_added,cursor,tags,status\n"One, two\nthree",https://example.org/a#s,1684913346,,web|long read,unread\n' +
      'https://example.org/b,https://example.org/b,1684913000,,,archive\n',
    'pocket-csv',
    [
      {
        url: `${A}#s`,
        title: 'One, two\nthree',
        tags: ['web', 'long read'],
        savedAt: '2023-05-24T07:29:06.000Z',
      },
      { url: B, savedAt: '2023-05-24T07:23:20.000Z', state: 'read' },
    ],
  ],
  [
    'Pocket CSV with its columns in another order and in capitals, with a byte order mark and CRLF',
    '\ufeffSTATUS,URL,Time_Added\r\narchive,https://example.org/a,1684913346\r\n',
    'pocket-csv',
    [{ url: A, savedAt: '2023-05-24T07:29:06.000Z', state: 'read' }],
  ],
  [
    'Pocket HTML',
    '<html><!--So long and thanks for all the fish--><head><title>Pocket Export</title></head><body>\n' +
      '<h1>Unread</h1><ul><li><a href="https://example.org/a" time_added="1688628695" tags="web,later">A</a></li></ul>\n' +
      '<h1>Read Archive</h1><ul><li><a href="https://example.org/b?x=1&amp;y=2" time_added="1688627412" tags="">B &lt;</a></li></ul></body></html>',
    'pocket-html',
    [
      { url: A, title: 'A', tags: ['web', 'later'], savedAt: '2023-07-06T07:31:35.000Z' },
      { url: `${B}?x=1&y=2`, title: 'B <', savedAt: '2023-07-06T07:10:12.000Z', state: 'read' },
    ],
  ],
  [
    'Instapaper CSV',
    'URL,Title,Selection,Folder,Timestamp,Tags\nhttps://example.org/a,A,,Unread,1700000000,"[""web"",""long read""]"\n' +
      'https://example.org/b,B,"a quote",Starred,1700000001,[]\nhttps://example.org/c,C,,Recipes,1700000002,oops\n,,only a note,Unread,1700000003,[]\n',
    'instapaper-csv',
    [
      { url: A, title: 'A', tags: ['web', 'long read'], savedAt: '2023-11-14T22:13:20.000Z' },
      {
        url: B,
        title: 'B',
        savedAt: '2023-11-14T22:13:21.000Z',
        state: 'unclear',
        isFavourite: true,
        highlights: [{ quote: 'a quote' }],
      },
      { url: C, title: 'C', folders: ['Recipes'], savedAt: '2023-11-14T22:13:22.000Z' },
      { reason: 'no_address' },
    ],
  ],
  [
    'Instapaper CSV of old, without dates',
    'URL,Title,Selection,Folder\nhttps://example.org/a,A,,Archive\n',
    'instapaper-csv',
    [{ url: A, title: 'A', state: 'read' }],
  ],
  [
    'a bookmarks file of nested folders that closes nothing',
    '<!-- a comment --><!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>\n<DL><p>\n' +
      '<DT><H3 ADD_DATE="1">Work</H3>\n<DL><p>\n<DT><H3>Web &amp; more</H3><DL><p>' +
      '<DT><A HREF="https://example.org/a?x=1&amp;y=2" ADD_DATE="1601411565000" TAGS="web, later " TOREAD="1" ICON="data:x">A</A>\n<DD>About A\nand more\n</DL><p></DL><p>\n' +
      '<DT><a href="https://example.org/b" add_date="0" toread="0">B\n<DT><A HREF="place:x">P</A>\n<DT><H3></H3><DL><p><DT><A HREF="https://example.org/c">C</A></DL></DL>',
    'netscape-html',
    [
      {
        url: `${A}?x=1&y=2`,
        title: 'A',
        tags: ['web', 'later'],
        folders: ['Work', 'Web & more'],
        savedAt: '2020-09-29T20:32:45.000Z',
        note: 'About A\nand more',
      },
      { url: B, title: 'B', state: 'unclear' },
      { url: 'place:x', title: 'P' },
      { url: C, title: 'C' },
    ],
  ],
  [
    'a bookmarks file of linkding, with its odd line ends',
    '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n\r<DL><p>\n\r' +
      '<DT><A HREF="https://example.org/a?x=1&y=2" ADD_DATE="1700000000" PRIVATE="1" TOREAD="0" TAGS="web,linkding:bookmarks.archived">A</A>\n\r' +
      '<DD>About A[linkding-notes]**mine**[/linkding-notes]\n\r</DL>',
    'netscape-html',
    [
      {
        url: `${A}?x=1&y=2`,
        title: 'A',
        tags: ['web'],
        savedAt: '2023-11-14T22:13:20.000Z',
        state: 'read',
        note: 'About A\n\n**mine**',
      },
    ],
  ],
  [
    'Omnivore, in one file without its zip',
    '[{"id":"1","slug":"a-1","title":"A","url":"https://example.org/a","state":"Archived","readingProgress":100,"labels":["web"],"savedAt":"2024-10-29T16:30:11.000Z","updatedAt":"2024-10-31T13:01:28.320Z"},{"savedAt":"x","labels":[]}]',
    'omnivore',
    [
      { url: A, title: 'A', tags: ['web'], savedAt: '2024-10-29T16:30:11.000Z', state: 'read' },
      { reason: 'no_address' },
    ],
  ],
  [
    'wallabag JSON',
    '[{"id":"23","title":"A <i>b</i>","url":"https://example.org/a","is_archived":0,"is_starred":1,"created_at":"2016-09-08T11:55:58+0200","tags":["web"],"content":"<p>Text</p>","annotations":[{"quote":"words","text":"mine","ranges":[]}]},' +
      '{"id":24,"title":"No title found","url":"https://example.org/b","is_archived":true,"archived_at":"2016-09-09T00:00:00+0000","content":"wallabag can\'t retrieve contents for this article."}]',
    'wallabag-json',
    [
      {
        url: A,
        title: 'A b',
        tags: ['web'],
        savedAt: '2016-09-08T09:55:58.000Z',
        isFavourite: true,
        html: '<p>Text</p>',
        highlights: [{ quote: 'words', note: 'mine', createdAt: undefined }],
      },
      { url: B, readAt: '2016-09-09T00:00:00.000Z', state: 'read' },
    ],
  ],
  [
    'an answer of wallabag’s API',
    '{"page":1,"_embedded":{"items":[{"url":"https://example.org/a","is_archived":1,"tags":[{"id":1,"label":"web","slug":"web"}]}]}}',
    'wallabag-json',
    [{ url: A, tags: ['web'], state: 'read' }],
  ],
  [
    'wallabag 1 JSON',
    '[{"0":"1","id":"1","title":"A","url":"https://example.org/a","is_read":"1","is_fav":"0","content":"<p>x</p>","tags":"a,b"}]',
    'wallabag-1-json',
    [{ url: A, title: 'A', state: 'read', html: '<p>x</p>', tags: ['a', 'b'] }],
  ],
  [
    'wallabag CSV',
    'Title;URL;Content;Tags;MIME Type;Language;Creation date\n"A; b";https://example.org/a;"x\ny";web,later;text/html;en;31/01/2020 11:15:00\n',
    'wallabag-csv',
    [{ url: A, title: 'A; b', tags: ['web', 'later'], savedAt: '2020-01-31T00:00:00.000Z' }],
  ],
  [
    'highlights of Readwise, which have no links but for those that they quote',
    'Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at,Document tags\n' +
      '"See https://example.org/a, he said",A book,Ann,,,yellow,,page,1,2024-05-01 10:00:00+00:00,\nMore,A book,Ann,,,,,,,,\n',
    'highlights-csv',
    [
      { reason: 'highlight_without_link', title: 'A book' },
      { reason: 'highlight_without_link', title: 'A book' },
    ],
  ],
  [
    'highlights of which some have a link',
    'Highlight,Title,URL\nwords,A,https://example.org/a\nothers,A, \n',
    'highlights-csv',
    [
      {
        url: A,
        title: 'A',
        highlights: [{ quote: 'words', note: undefined, colour: undefined, createdAt: undefined }],
      },
      { reason: 'highlight_without_link', title: 'A' },
    ],
  ],
  [
    'Readwise Reader CSV with the lists of Python',
    `Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen\nA,https://example.org/a,01a,"['web', ""it's long"", 'don\\'t', 'x, y']",2026-03-14 23:55:23.447000+00:00,0,new,True\n` +
      `B,https://example.org/b,01b,"['Favorite']",2026-03-14 23:55:23+00:00,100,archive,True\nF,https://example.org/f,01c,,2026-03-14 23:55:23+00:00,0,feed,False\nM,mailto:reader-forwarded-email/x,01d,,,0,new,False\n`,
    'readwise-csv',
    [
      {
        url: A,
        title: 'A',
        tags: ['web', "it's long", "don't", 'x, y'],
        savedAt: '2026-03-14T23:55:23.447Z',
      },
      { url: B, title: 'B', savedAt: '2026-03-14T23:55:23.000Z', state: 'read', isFavourite: true },
      { reason: 'feed', url: 'https://example.org/f', title: 'F' },
      { reason: 'not_web', url: 'mailto:reader-forwarded-email/x', title: 'M' },
    ],
  ],
  [
    'Raindrop CSV',
    'id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\n1,A,"my\nnote","about A",https://example.org/a,Work / Web,"web, later, ",2024-05-01T10:00:00.000Z,,"first\nsecond",true\n2,B,,,https://example.org/b,Unsorted,,1714557600,,,\n',
    'raindrop-csv',
    [
      {
        url: A,
        title: 'A',
        tags: ['web', 'later'],
        folders: ['Work', 'Web'],
        savedAt: '2024-05-01T10:00:00.000Z',
        isFavourite: true,
        note: 'my\nnote',
        highlights: [{ quote: 'first' }, { quote: 'second' }],
      },
      { url: B, title: 'B', savedAt: '2024-05-01T10:00:00.000Z' },
    ],
  ],
  [
    'Karakeep JSON, its lists behind its bookmarks',
    '{"bookmarks":[{"createdAt":1700000000,"title":"A","tags":["web"],"lists":["l2","l3"],"content":{"type":"link","url":"https://example.org/a"},"note":"mine","archived":true},{"createdAt":1700000000.5,"title":"T","tags":[],"content":null,"note":null}],' +
      '"lists":[{"id":"l1","name":"Work","type":"manual","parentId":null},{"id":"l2","name":"Web","type":"manual","parentId":"l1"},{"id":"l3","name":"Smart","type":"smart","query":"x","parentId":null}]}',
    'karakeep',
    [
      {
        url: A,
        title: 'A',
        tags: ['web'],
        folders: ['Work', 'Web'],
        savedAt: '2023-11-14T22:13:20.000Z',
        state: 'read',
        note: 'mine',
      },
      { reason: 'no_address', title: 'T' },
    ],
  ],
  [
    'an answer of linkding’s API',
    '{"count":1,"next":null,"previous":null,"results":[{"id":1,"url":"https://example.org/a","title":"A","notes":"mine","is_archived":true,"tag_names":["web"],"date_added":"2024-05-01T10:00:00.123456Z"}]}',
    'linkding-json',
    [
      {
        url: A,
        title: 'A',
        tags: ['web'],
        savedAt: '2024-05-01T10:00:00.123Z',
        state: 'read',
        note: 'mine',
      },
    ],
  ],
  [
    'GoodLinks JSON',
    '[{"url":"https:\\/\\/example.org\\/a","title":"A","summary":"About A","tags":["web"],"starred":true,"addedAt":1588601562.25,"readAt":1588601600}]',
    'goodlinks',
    [
      {
        url: A,
        title: 'A',
        tags: ['web'],
        savedAt: '2020-05-04T14:12:42.250Z',
        readAt: '2020-05-04T14:13:20.000Z',
        state: 'read',
        isFavourite: true,
      },
    ],
  ],
  [
    'Matter CSV',
    'Title,Author,Publisher,URL,Tags,Word Count,In Queue,Favorited,Read,Highlight_Count,Last Interaction Date,File Id\nA,Ann,Example,https://example.org/a,web;later,900,True,False,False,0,2024-05-01T10:00:00Z,f1\nB,,,https://example.org/b,,1,False,True,False,0,2024-05-01,f2\n',
    'matter-csv',
    [
      { url: A, title: 'A', tags: ['web', 'later'], savedAt: '2024-05-01T10:00:00.000Z' },
      { url: B, title: 'B', savedAt: '2024-05-01T00:00:00.000Z', state: 'read', isFavourite: true },
    ],
  ],
  [
    'Pinboard JSON',
    '[{"href":"https://example.org/a","description":"A","extended":"my note","meta":"x","hash":"y","time":"2016-10-31T15:57:56Z","shared":"no","toread":"yes","tags":"web later"},{"href":"https://example.org/b","description":false,"extended":"","time":"2016-10-31T15:57:56Z","toread":"no","tags":""}]',
    'pinboard',
    [
      {
        url: A,
        title: 'A',
        tags: ['web', 'later'],
        savedAt: '2016-10-31T15:57:56.000Z',
        note: 'my note',
      },
      { url: B, savedAt: '2016-10-31T15:57:56.000Z', state: 'unclear' },
    ],
  ],
  [
    'Linkwarden JSON with collections in a circle',
    '{"name":"Ann","email":"a@example.org","collections":[{"id":1,"name":"Work","parentId":2,"links":[{"id":7,"name":"A","type":"url","url":"https://example.org/a","description":"mine","createdAt":"2025-01-01T00:00:00.000Z","importDate":"2020-01-01T00:00:00.000Z","tags":[{"name":"web"}]},{"id":8,"name":"F","type":"pdf","url":null,"tags":[]}]},{"id":2,"name":"All","parentId":1,"links":[]}],"pinnedLinks":[{"id":7,"url":"https://example.org/a"}]}',
    'linkwarden',
    [
      {
        url: A,
        title: 'A',
        tags: ['web'],
        folders: ['All', 'Work'],
        savedAt: '2020-01-01T00:00:00.000Z',
        isFavourite: true,
        note: 'mine',
      },
      { reason: 'no_address', title: 'F' },
    ],
  ],
  [
    'mymind CSV',
    'id,type,title,url,content,note,tags,created\nx1,WebPage,A,https://example.org/a,,mine,"web,later",2024-05-01T10:00:00Z\nx2,Note,N,,text,,,2024-05-01T10:00:00Z\n',
    'mymind-csv',
    [
      {
        url: A,
        title: 'A',
        tags: ['web', 'later'],
        savedAt: '2024-05-01T10:00:00.000Z',
        note: 'mine',
      },
      { reason: 'no_address', title: 'N' },
    ],
  ],
  [
    'OneTab',
    'https://example.org/a | A | Example\n\nhttps://example.org/b\n',
    'onetab',
    [{ url: A, title: 'A | Example' }, { url: B }],
  ],
  [
    'lines of addresses',
    '# mine\nhttps://example.org/a\n\nhttps://example.org/b A title\nwhat is this\njavascript:alert(1)\n',
    'text',
    [
      { url: A },
      { url: B, title: 'A title' },
      { reason: 'not_an_address', title: 'what is this' },
      { url: 'javascript:alert(1)' },
    ],
  ],
  [
    'Omnivore’s import CSV',
    'url,state,labels,saved_at,published_at\nhttps://example.org/a,ARCHIVED,"[""web"",""x y""]",1700000000000,\n',
    'omnivore-csv',
    [{ url: A, tags: ['web', 'x y'], savedAt: '2023-11-14T22:13:20.000Z', state: 'read' }],
  ],
  [
    'Readability JSON',
    '{"bookmarks":[{"article__url":"https://example.org/a","article__title":"A","article__excerpt":"x &amp; y","archive":true,"favorite":1,"date_added":"2013-01-02T03:04:05","date_archived":"2013-02-02 03:04:05"}],"recommendations":[]}',
    'readability',
    [
      {
        url: A,
        title: 'A',
        savedAt: '2013-01-02T03:04:05.000Z',
        readAt: '2013-02-02T03:04:05.000Z',
        state: 'read',
        isFavourite: true,
      },
    ],
  ],
  [
    'Delicious JSON',
    '[{"url":"https://example.org/a","title":"A","description":"mine","tags":[""],"created":"1288601562","others":0,"owner":"x","private":"0"}]',
    'delicious',
    [{ url: A, title: 'A', savedAt: '2010-11-01T08:52:42.000Z', note: 'mine' }],
  ],
  [
    'elCurator JSON',
    '[{"url":"https://example.org/a","title":"A","description":null,"tags":["web"],"created_at":"2015-09-09 11:10:32 UTC","is_saved":true}]',
    'elcurator',
    [{ url: A, title: 'A', tags: ['web'], savedAt: '2015-09-09T11:10:32.000Z', isFavourite: true }],
  ],
  [
    'a backup of Firefox',
    '{"guid":"root________","title":"","index":0,"dateAdded":1,"typeCode":2,"type":"text/x-moz-place-container","root":"placesRoot","children":[{"title":"menu","type":"text/x-moz-place-container","children":[{"title":"Work","type":"text/x-moz-place-container","children":[{"type":"text/x-moz-place","uri":"https://example.org/a","title":"A","dateAdded":1700000000000000,"tags":"web,later"},{"type":"text/x-moz-place-separator"}]}]}]}',
    'firefox-backup',
    [
      {
        url: A,
        title: 'A',
        tags: ['web', 'later'],
        folders: ['Work'],
        savedAt: '2023-11-14T22:13:20.000Z',
      },
    ],
  ],
  [
    'a profile of Chrome',
    '{"checksum":"x","roots":{"bookmark_bar":{"children":[{"children":[{"date_added":"13344473600000000","name":"A","type":"url","url":"https://example.org/a"}],"name":"Work","type":"folder"}],"name":"Bookmarks bar","type":"folder"},"other":{"children":[]},"synced":{}},"version":1}',
    'chrome-bookmarks',
    [{ url: A, title: 'A', folders: ['Work'], savedAt: '2023-11-14T22:13:20.000Z' }],
  ],
  [
    'Tab Session Manager, its newest session',
    '[{"date":1600000000000,"windows":{"1":{"2":{"url":"https://example.org/old","title":"Old"}}}},{"date":1700000000000,"windows":{"1":{"2":{"url":"https://example.org/a","title":"A","lastAccessed":1700000000123},"3":{"url":"https://example.org/b","title":"B"}}}}]',
    'tab-session-manager',
    [
      { url: A, title: 'A', savedAt: '2023-11-14T22:13:20.123Z' },
      { url: B, title: 'B', savedAt: '2023-11-14T22:13:20.000Z' },
    ],
  ],
  [
    'Readeck CSV',
    'url,title,created,state,labels\nhttps://example.org/a,A,2025-02-01 15:21:43,archive,"[""web""]"\n',
    'csv',
    [{ url: A, title: 'A', tags: ['web'], savedAt: '2025-02-01T15:21:43.000Z', state: 'read' }],
  ],
  [
    'CSV with semicolons, one record too short and one too long',
    'Title;URL;Tags\nA;https://example.org/a;web, later\nB;https://example.org/b\nC;https://example.org/c;;more;and more\n',
    'csv',
    [
      { url: A, title: 'A', tags: ['web', 'later'] },
      { url: B, title: 'B' },
      { url: C, title: 'C' },
    ],
  ],
  [
    'any text with links in it',
    'Read (https://example.org/a), then https://en.example.org/wiki/A_(b). **https://example.org/c**, and https://example.org/a again.',
    'links',
    [{ url: A }, { url: 'https://en.example.org/wiki/A_(b)' }, { url: C }],
  ],
  [
    'any page with links in it',
    '<p><a href="https://example.org/a">A</a> <a href="#top">Top</a> <a href="https://example.org/a">again</a><a href="https://example.org/b">B</a>',
    'links',
    [
      { url: A, title: 'A' },
      { url: B, title: 'B' },
    ],
  ],
  ['an empty list', '[]', 'links', []],
  [
    'text with several links on a line, which may be behind each other in one line',
    `https://example.org/a https://example.org/b\nhttps://example.org/c The last one`,
    'text',
    [{ url: A }, { url: B }, { url: C, title: 'The last one' }],
  ],
  [
    'text with one link twice on a line, as its address and title',
    `${A} ${A}\n${B} B`,
    'text',
    [{ url: A }, { url: B, title: 'B' }],
  ],
  ['addresses in one line, with spaces', `${A} ${B} ${C}`, 'links', [{ url: A }, { url: B }, { url: C }]],
  [
    'addresses in one line, with commas',
    `${A},${B};${C},see https://web.archive.org/web/2020/https://example.org/,d`,
    'links',
    [
      { url: A },
      { url: B },
      { url: `${C},see` },
      { url: 'https://web.archive.org/web/2020/https://example.org/,d' },
    ],
  ],
  ['a header alone', 'title,url,time_added,tags,status\n', 'pocket-csv', []],
]

describe('A library file', () => {
  for (const [title, content, format, entries] of files) {
    it(`is recognised and read: ${title}`, async () => {
      const read = await readFile(content)
      assert.equal(read.format, format)
      assert.deepEqual(read.rows.map(brief), entries)
      assert.deepEqual(
        read.rows.map(({ row }) => row),
        entries.map((_, index) => index + 1),
      )
    })
  }

  it('is read completely even if it is one long line', async () => {
    const urls = Array.from(
      { length: 20_000 },
      (_, number) => `https://example.org/${number}/${'x'.repeat(number % 97)}`,
    )
    for (const text of [JSON.stringify(urls.map((url) => ({ link: url }))), urls.join(','), urls.join(' ')])
      assert.equal((await readFile(text)).rows.map((row) => row.url).join(' '), urls.join(' '))
  })

  it('is read in UTF-16 and in Windows-1252', async () => {
    const text = 'url,title\nhttps://example.org/a,Übergrößen\n'
    for (const bytes of [
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
      Buffer.from(text, 'latin1'),
    ]) {
      assert.deepEqual((await readFile(bytes)).rows.map(brief), [{ url: A, title: 'Übergrößen' }])
    }
  })

  it('is read from a ZIP: the parts of Pocket one after the other, with the highlights beside them', async () => {
    const header = 'title,url,time_added,tags,status\n'
    const zip = await zipOf({
      'pocket/part_000010.csv': `${header}C,${C},1684913346,,unread\n`,
      'pocket/part_000002.csv': `${header}A,${A},1684913346,,unread\nB,${B},1684913346,,unread\n`,
      'pocket/annotations/part_000000.json': JSON.stringify([
        { url: B, title: 'B', highlights: [{ quote: 'words', created_at: 1684913346 }] },
      ]),
      '__MACOSX/pocket/._part_000000.csv': 'rubbish',
    })
    const { format, rows } = await readFile(zip)
    assert.equal(format, 'pocket-csv')
    assert.deepEqual(
      rows.map((row) => [row.row, row.url]),
      [
        [1, A],
        [2, B],
        [3, C],
      ],
    )
    assert.deepEqual('highlights' in rows[1]! && rows[1].highlights, [
      { quote: 'words', createdAt: 1684913346000 },
    ])
  })

  it('is read from Omnivore’s ZIP with its pages, highlights and notes', async () => {
    const metadata = (slug: string, url: string) =>
      JSON.stringify([
        { slug, title: slug, url, state: 'Active', labels: [], savedAt: '2024-10-29T16:30:11.000Z' },
      ])
    const zip = await zipOf({
      'metadata_0_to_20.json': metadata('a', A),
      'metadata_20_to_40.json': metadata('b', B),
      'content/a.html': '<p>Kept</p>',
      'highlights/a.md': 'of the page\n\n> first\n> line\n\n#label1 #label2\n\nmine\n\n> second\n',
    })
    const { rows } = await readFile(zip)
    assert.deepEqual(rows.map(brief), [
      {
        url: A,
        title: 'a',
        savedAt: '2024-10-29T16:30:11.000Z',
        html: '<p>Kept</p>',
        note: 'of the page',
        highlights: [{ quote: 'first\nline', note: 'mine' }, { quote: 'second' }],
      },
      { url: B, title: 'b', savedAt: '2024-10-29T16:30:11.000Z' },
    ])
  })
})

describe('A hostile library file', () => {
  const refused: [
    title: string,
    content: () => Promise<string | Uint8Array> | string | Uint8Array,
    message: RegExp,
  ][] = [
    ['an empty one', () => '', /empty/],
    ['only white space', () => ' \n\n', /empty/],
    ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /not text/],
    [
      'a zip that breaks off',
      async () => (await zipOf({ 'a.csv': 'url\n'.repeat(100) })).subarray(0, 60),
      /zip is broken/,
    ],
    ['a zip of pictures', () => zipOf({ 'a.png': 'x' }), /no file with links/],
    ['a zip bomb', () => zipOf({ 'a.csv': `url\n${'\0'.repeat(20_000_000)}` }), /unpacks to more/],
    ['JSON that breaks off', () => `[{"url":"${A}","savedAt":"","labels":[]},{"url":"htt`, /breaks off/],
    ['a cell without an end', () => `url,title\n${A},"${'x'.repeat(9_000_000)}`, /breaks off/],
  ]
  for (const [title, content, message] of refused) {
    it(`is refused: ${title}`, async () => {
      await assert.rejects(async () => readFile(await content()), message)
    })
  }

  it('takes linear time', async () => {
    const bombs = [
      `[{"slug":"a","url":"${A}","savedAt":"","labels":[${'"a",'.repeat(300_000)}"b"]}]`,
      `url,tags,status,time_added\n${A},"${'a|'.repeat(500_000)}",unread,1\n`,
      `[{"url":"${A}","is_archived":0,"title":"${'<'.repeat(1_000_000)}"}]`,
      `${'x'.repeat(500_000)} ${A}\n${'y'.repeat(500_000)} z`,
      `${A}${')'.repeat(300_000)} end`,
      `Title,URL,Document tags,Location\nA,${A},"[""${"\\'".repeat(300_000)}]",new\n`,
      `URL,Selection,Folder\n${`${A},${'word '.repeat(900)},Unread\n`.repeat(300)}`,
      '<a '.repeat(100_000),
    ]
    const startedAt = performance.now()
    for (const bomb of bombs) await readFile(bomb)
    const took = performance.now() - startedAt
    const zip = await zipOf({
      'metadata_0_to_20.json': `[{"slug":"a","url":"${A}","savedAt":"","labels":[]}]`,
      'highlights/a.md': `> quote\n\n${'#a'.repeat(40)} no label`,
    })
    const [row] = (await readFile(zip)).rows
    assert.ok('highlights' in row! && row.highlights.length === 1)
    // Any of them took minutes by the square.
    assert.ok(took < 20_000, `${took}`)
  })

  it('is refused if it has excessive nesting or columns', async () => {
    // What is no list of entries holds no links.
    assert.deepEqual((await readFile('['.repeat(5_000_000))).rows, [])
    await assert.rejects(
      readFile(`[${`{"url":"${A}","savedAt":"","labels":[]},`.repeat(5000)}{"a":${'['.repeat(1000)}`),
      /nests too deeply/,
    )
    await assert.rejects(readFile(`<a href="${A}">A</a>${'<DL>'.repeat(5000)}`), /nests too deeply/)
    const folders = `${'{"type":"folder","children":['.repeat(3000)}${']}'.repeat(3000)}`
    assert.deepEqual((await readFile(`{"roots":{"other":${folders}}}`)).rows, [])
    await assert.rejects(readFile(`url,${'a,'.repeat(5000)}\n${A}\n`), /too many columns/)
    for (const cells of [',,', '"\n",'])
      await assert.rejects(readFile(`url,a\n${A},${cells.repeat(200_000)}\n`), /too many columns/)
    assert.equal((await readFile(`url,a\n${`${A},"${'a, '.repeat(9000)}"\n`.repeat(20)}`)).rows.length, 20)
    const attributes = Array.from({ length: 1001 }, (_, index) => `a${index}`).join(' ')
    await assert.rejects(readFile(`<a href="${A}">A</a><p ${attributes}>`), /too many attributes/)
  })

  it('is refused if its entries name the same large page of its ZIP again and again', async () => {
    const entries = Array.from({ length: 60 }, (_, index) => ({
      slug: 'a',
      url: `${A}/${index}`,
      savedAt: '',
      labels: [],
    }))
    const zip = await zipOf({
      'metadata_0_to_60.json': JSON.stringify(entries),
      // Too large to be read, which its size does not say before.
      'content/a.html': 'a'.repeat(21_000_000),
      // So that the zip is no bomb.
      'content/b.html': randomBytes(200_000).toString('hex'),
    })
    await assert.rejects(readFile(zip), /unpacks to more than an export holds/)
  })

  it('does not prevent reading the others in its ZIP', async () => {
    const zip = await zipOf({
      'README.txt': ' \n',
      'picture.html': 'a\0b',
      'links.csv': `\ufeffurl\n${A}\n`,
    })
    assert.deepEqual((await readFile(zip)).rows.map(brief), [{ url: A }])
  })

  it('writes nothing to disk, whatever the paths in its ZIP are', async () => {
    const zip = await zipOf({ 'aaaaaaaaa.csv': `url\n${A}\n` })
    // The writer of zips refuses such a path.
    const hostile = Buffer.from(zip.toString('latin1').replaceAll('aaaaaaaaa.csv', '../../etc.csv'), 'latin1')
    await assert.rejects(readFile(hostile), /zip is broken/)
  })
})
