/** Phrases of block pages in common languages. */

/** Checks of a browser, in the title or the text. */
export const BOT_WALL =
  /just a moment\.\.\.|checking (?:if the site connection is secure|your browser)|verify(?:ing)? (?:that )?you are (?:a |not a )?(?:human|robot|bot)|(?:are you|i'?m not|you(?:'| a)re not|confirm you are not) a (?:robot|bot)|press (?:&|and) hold|unusual (?:traffic|activity)|(?:complete|solve) (?:the|a) (?:captcha|security check)|access (?:to this page )?(?:has been )?denied|attention required! \||ddos protection by|please enable cookies|security (?:check|verification)|pardon our interruption|request unsuccessful|sicherheitsüberprüfung|ungewöhnlichen datenverkehr|kein roboter|vous n'êtes pas un robot|vérification de sécurité|trafic inhabituel|no (?:eres|soy) un robot|tráfico inusual|ロボットではありません|通常と異なるトラフィック|вы не робот|необычный трафик|проверка браузера/i
/** What such checks leave in the markup. */
export const BOT_WALL_MARKUP =
  '/cdn-cgi/challenge-platform/ cf-challenge challenge-form px-captcha captcha-delivery.com _Incapsula_Resource g-recaptcha h-captcha cf-turnstile awswaf'.split(
    ' ',
  )

export const PAYWALL =
  /(?:subscribe|sign up|register|log in|become a (?:member|subscriber)) (?:now )?to (?:continue|keep|finish) reading|subscribe to (?:read|unlock|view)|to (?:continue|keep) reading|(?:this|the full) (?:article|story|content|post) is (?:only )?(?:for|available to|reserved for) (?:paying |paid )?(?:subscribers|members)|(?:subscriber|member)s?[- ]only|you(?:'ve| have) reached your (?:limit|free)|(?:jetzt )?weiterlesen mit|nur für abonnenten|(?:artikel|lesen).{0,40}\babo\b|réservée? aux abonnés|abonnez-vous pour|solo para suscriptores|suscríbete para|contenido exclusivo para suscriptores|有料会員限定|この記事は会員限定|続きを読むには|только для подписчиков|оформите подписку|доступно по подписке/i

export const LOG_IN =
  /\b(?:log ?in|sign ?in|log on)\b|anmelden|einloggen|se connecter|connexion|iniciar sesión|ログイン|サインイン|войти|вход\b/i
export const LOG_IN_ADDRESS =
  /\/(?:log-?in|sign-?in|signin|auth|sso|anmelden|connexion|account\/login|users\/sign_in)(?:[/?.#]|$)/i

/** Both must match: a word for cookies, and one for agreeing. */
export const COOKIES = /\bcookies?\b|クッキー|файлы cookie|datenschutz/i
export const CONSENT =
  /accept all|accept cookies|(?:your|give|cookie) consent|i agree|manage (?:preferences|options|cookies)|before you continue|privacy (?:choices|preferences|settings)|alle(?:s)? akzeptieren|zustimmen|einwilligung|tout accepter|accepter et|votre consentement|aceptar (?:todo|cookies)|consentimiento|すべて(?:同意|許可)|同意する|принять все|соглас(?:ие|ен)/i

/** At the beginning of the title or the text. */
export const NOT_FOUND =
  /^\W*(?:error\W*)?404\b|^\W*(?:oops\W+)?(?:page|file|article|content|story) (?:was |is |could )?(?:not (?:be )?found|no longer (?:available|exists)|unavailable)|^\W*not found\b|(?:the|this) page (?:you (?:are|were) looking for|you requested|does ?n[o']t exist|cannot be found|can'?t be found)|seite (?:wurde )?nicht gefunden|page (?:introuvable|non trouvée)|página no encontrada|ページが見つかりません|страница не найдена/i

export const NEEDS_SCRIPTS =
  /(?:enable|activate|turn on|requires?|need(?:s)?|without) java ?script|java ?script (?:is |must be |to be )?(?:required|disabled|enabled|needed|not enabled)|javascript (?:aktivieren|ist deaktiviert)|aktivieren sie (?:bitte )?javascript|activer javascript|active(?:r|z) (?:le )?javascript|activ(?:ar|e|a) (?:el )?javascript|javascriptを有効|включите (?:поддержку )?javascript/i
/** What is said to browsers that are too old, or unknown. */
export const OLD_BROWSER =
  /(?:your|this) (?:web )?browser (?:is |appears to be |seems )?(?:too old|out[- ]of[- ]date|outdated|obsolete|(?:not|no longer|un)[- ]?supported|old)|(?:unsupported|outdated|old) (?:web )?browser|(?:does not|doesn'?t|no longer) support (?:your|this) (?:web )?browser|(?:upgrade|update) (?:to a (?:newer|modern)|your) (?:web )?browser|browser (?:ist )?(?:veraltet|wird (?:leider )?nicht (?:mehr )?unterstützt)|veralteten? browser|navigateur (?:est )?(?:obsolète|trop ancien|n[’']est (?:pas|plus) (?:pris en charge|supporté|compatible))|navegador (?:está )?(?:desactualizado|obsoleto|no (?:es )?compatible|não (?:é )?(?:suportado|compatível))|お使いのブラウザ|устаревш\w+ (?:верси\w+ )?браузер/i
/** Where scripts put the page. */
export const SCRIPT_ROOT =
  /<(?:div|main|app)[^>]{0,200}\bid=["']?(?:root|app|__next|__nuxt|app-root|react-root|main-app)\b/i
