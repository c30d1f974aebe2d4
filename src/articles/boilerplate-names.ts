/**
 * Names that sites give to the parts of a page that are not its article, in the format of `elementWords`: whole words
 * between hyphens.
 */

/** Parts that never belong to the article, whatever they contain. */
export const NOT_ARTICLE =
  /(?<!elementor)-(?:share|shares|sharing|sharebar|sharedaddy|sharethis|sharetools|addtoany|addthis|a2a|social|socials|socialmedia|teilen|partager|compartir|compartilhar|related|relatedposts|relateds|relacionad[ao]s|yarpp|recirc|recirculation|recommended|recommendations?|recommender|outbrain|taboola|zergnet|revcontent|mgid|plista|newsletters?|nlsignup|subscribe|optin|mailchimp|mailmunch|breadcrumbs?|breadcrumps?|crumbs|pagination|pager|pagenav|navbar|nav|navi|navigation|menu|submenu|toolbar|sidebar|ad|ads|adv|advert|adverts|advertisement|advertising|advertorial|adsense|adsbygoogle|adslot|adunit|adbox|adwrapper|anzeige|werbung|publicidad|publicidade|pubblicita|reklama|dfp|mostread|mostpopular|cookie|cookies|gdpr|consent|popup|copyright|skiplink|noprint|screenreader|tooltip|backlink|webmentions|trackbacks?|pingbacks?|most-(?:read|popular|viewed|shared)|read-(?:next|also|more)|also-(?:like|read)|you-may|more-(?:from|stories|news|posts|articles|on|links)|up-next|next-(?:article|post|prev|up)|prev-next|previous-(?:post|article)|post-nav|sign-up|email-signup|author-(?:bio|box|info|description|about|card|profile)|about-(?:the-)?author|authorbox|authorbio|bio|biography-box|call-to-action|cta|entry-utility|site-(?:header|footer)|page-footer|follow-(?:us|me)|donate|donation|shop-widget|jp-relatedposts|wp-polls|comment-(?:count|link|form)|rail|swiper|d-print|d-none)-/

/**
 * Parts that don't belong to the article if much of their text is links. Some sites use the same names for the first
 * paragraph.
 */
export const LINK_LIST =
  /(?<!elementor)-(?:widget|widgets|promo|promos|promobox|teaser|teasers|trending|ticker|sponsor|sponsors|sponsored|rating|ratings|voting|subscription|modal|popular|latest|headlines|carousel|slider|list|links|linklist|archive|archives|suggested|similar|aside|rail|right|latest-news|news-list|headline-list|topstories|top-stories|blogroll|header|masthead|footer|bottom|extra|supplemental|secondary|collection|stories|hub)-/

/** Comments by readers. They are often longer than the article. */
export const COMMENTS =
  /-(?:comments|commentlist|commentsection|commentarea|commentform|disqus|respond|kommentare?|kommentarer|comentarios|commentaires|reader-comments|comment-(?:list|section|thread|area|respond|wrapper|container|box))-/

/** Information about the article: author, date, section. Only short parts count. */
export const ARTICLE_INFO =
  /-(?:byline|bylines|dateline|author|authors|autor|auteur|date|datum|datetime|timestamp|pubdate|published|publishdate|posted|postdate|updated|modified|meta|metadata|postmeta|postmetadata|entrymeta|postinfo|info-line|tag|tags|taglist|tagcloud|posttags|category|categories|cat-links|categoria|kategorie|rubrik|topics|keywords|kicker|viewcount|pageviews|readingtime|reading-time|read-time|time-to-read|readtime|entry-footer|post-footer|article-footer|post-info|permalink|filed-under|location-date|utility|toolbox|article-tools|tools|functions|credits)-/

/** The containers that sites use for the text of an article. */
export const ARTICLE_BODY =
  /-(?:article-?(?:body|text|content|copy|main|inner|detail|details)|story-?(?:body|text|content|copy)|post-?(?:body|content|entry|text|article)|entry-?(?:content|body|text)|news-?(?:body|text|content|detail)|body-?(?:text|copy)|content-?body|blog-?(?:content|entry|body|post-content)|single-?(?:content|post-content)|artikeltext|artikel-?(?:body|text|content)|e-content|markdown-body|articulo-?(?:cuerpo|texto)|texto-?(?:noticia|articulo)|corps-?article|field-name-body)-/
/** Names that rule out ARTICLE_BODY. */
export const NOT_ARTICLE_BODY =
  /-(?:below|above|after|before|bottom|top|footer|header|related|sidebar|comments?|meta|teasers?|list|grid|page|wrapper|title|image|nav|links|more|next|tools|aside|ad|ads|promo|widget|info|author|summary|excerpt)-/

/** The part of the page that isn't navigation, header or footer. */
export const MAIN = /-(?:main|content|maincontent|main-content|inhalt|contenido|conteudo|contenu|primary)-/
