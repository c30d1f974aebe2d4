/** The phrases that tell a block page from an article, by language. */

/** Matches any of the patterns, without regard to case. */
function anyOf(byLanguage: Record<string, RegExp[]>): RegExp {
  const sources = Object.values(byLanguage).flatMap((patterns) => patterns.map(({ source }) => source))
  return new RegExp(sources.join('|'), 'i')
}

/** A page that checks for a bot, by its title or text. */
export const CHALLENGE_PAGE = anyOf({
  en: [
    /just a moment\.\.\./,
    /checking (?:if the site connection is secure|your browser)/,
    /verify(?:ing)? (?:that )?you are (?:a |not a )?(?:human|robot|bot)/,
    /(?:are you|i'?m not|you(?:'| a)re not|confirm you are not) a (?:robot|bot)/,
    /press (?:&|and) hold/,
    /unusual (?:traffic|activity)/,
    /(?:complete|solve) (?:the|a) (?:captcha|security check)/,
    /access (?:to this page )?(?:has been )?denied/,
    /attention required! \|/,
    /ddos protection by/,
    /please enable cookies/,
    /security (?:check|verification)/,
    /pardon our interruption/,
    /request unsuccessful/,
  ],
  de: [/sicherheitsüberprüfung/, /ungewöhnlichen datenverkehr/, /kein roboter/],
  fr: [/vous n'êtes pas un robot/, /vérification de sécurité/, /trafic inhabituel/],
  es: [/no (?:eres|soy) un robot/, /tráfico inusual/],
  ja: [/ロボットではありません/, /通常と異なるトラフィック/],
  ru: [/вы не робот/, /необычный трафик/, /проверка браузера/],
})
/** Parts of the markup of challenge pages. */
export const CHALLENGE_MARKUP = [
  '/cdn-cgi/challenge-platform/',
  'cf-challenge',
  'challenge-form',
  'px-captcha',
  'captcha-delivery.com',
  '_Incapsula_Resource',
  'g-recaptcha',
  'h-captcha',
  'cf-turnstile',
  'awswaf',
]

export const PAYWALL = anyOf({
  en: [
    /(?:subscribe|sign up|register|log in|become a (?:member|subscriber)) (?:now )?to (?:continue|keep|finish) reading/,
    /subscribe to (?:read|unlock|view)/,
    /to (?:continue|keep) reading/,
    /(?:this|the full) (?:article|story|content|post) is (?:only )?(?:for|available to|reserved for) (?:paying |paid )?(?:subscribers|members)/,
    /(?:subscriber|member)s?[- ]only/,
    /you(?:'ve| have) reached your (?:limit|free)/,
  ],
  de: [/(?:jetzt )?weiterlesen mit/, /nur für abonnenten/, /(?:artikel|lesen).{0,40}\babo\b/],
  fr: [/réservée? aux abonnés/, /abonnez-vous pour/],
  es: [/solo para suscriptores/, /suscríbete para/, /contenido exclusivo para suscriptores/],
  ja: [/有料会員限定/, /この記事は会員限定/, /続きを読むには/],
  ru: [/только для подписчиков/, /оформите подписку/, /доступно по подписке/],
})

export const LOG_IN = anyOf({
  en: [/\b(?:log ?in|sign ?in|log on)\b/],
  de: [/anmelden/, /einloggen/],
  fr: [/se connecter/, /connexion/],
  es: [/iniciar sesión/],
  ja: [/ログイン/, /サインイン/],
  ru: [/войти/, /вход\b/],
})
export const LOG_IN_ADDRESS =
  /\/(?:log-?in|sign-?in|signin|auth|sso|anmelden|connexion|account\/login|users\/sign_in)(?:[/?.#]|$)/i

/** A consent page matches both: a word for cookies, and one for agreeing. */
export const COOKIES = anyOf({
  en: [/\bcookies?\b/],
  ja: [/クッキー/],
  ru: [/файлы cookie/],
  de: [/datenschutz/],
})
export const CONSENT = anyOf({
  en: [
    /accept all/,
    /accept cookies/,
    /(?:your|give|cookie) consent/,
    /i agree/,
    /manage (?:preferences|options|cookies)/,
    /before you continue/,
    /privacy (?:choices|preferences|settings)/,
  ],
  de: [/alle(?:s)? akzeptieren/, /zustimmen/, /einwilligung/],
  fr: [/tout accepter/, /accepter et/, /votre consentement/],
  es: [/aceptar (?:todo|cookies)/, /consentimiento/],
  ja: [/すべて(?:同意|許可)/, /同意する/],
  ru: [/принять все/, /соглас(?:ие|ен)/],
})

/** At the beginning of the title or the text. */
export const NOT_FOUND = anyOf({
  en: [
    /^\W*(?:error\W*)?404\b/,
    /^\W*(?:oops\W+)?(?:page|file|article|content|story) (?:was |is |could )?(?:not (?:be )?found|no longer (?:available|exists)|unavailable)/,
    /^\W*not found\b/,
    /(?:the|this) page (?:you (?:are|were) looking for|you requested|does ?n[o']t exist|cannot be found|can'?t be found)/,
  ],
  de: [/seite (?:wurde )?nicht gefunden/],
  fr: [/page (?:introuvable|non trouvée)/],
  es: [/página no encontrada/],
  ja: [/ページが見つかりません/],
  ru: [/страница не найдена/],
})

export const NEEDS_SCRIPTS = anyOf({
  en: [
    /(?:enable|activate|turn on|requires?|need(?:s)?|without) java ?script/,
    /java ?script (?:is |must be |to be )?(?:required|disabled|enabled|needed|not enabled)/,
  ],
  de: [/javascript (?:aktivieren|ist deaktiviert)/, /aktivieren sie (?:bitte )?javascript/],
  fr: [/activer javascript/, /active(?:r|z) (?:le )?javascript/],
  es: [/activ(?:ar|e|a) (?:el )?javascript/],
  ja: [/javascriptを有効/],
  ru: [/включите (?:поддержку )?javascript/],
})
/** What a site tells a browser that is too old or unknown. */
export const OLD_BROWSER = anyOf({
  en: [
    /(?:your|this) (?:web )?browser (?:is |appears to be |seems )?(?:too old|out[- ]of[- ]date|outdated|obsolete|(?:not|no longer|un)[- ]?supported|old)/,
    /(?:unsupported|outdated|old) (?:web )?browser/,
    /(?:does not|doesn'?t|no longer) support (?:your|this) (?:web )?browser/,
    /(?:upgrade|update) (?:to a (?:newer|modern)|your) (?:web )?browser/,
  ],
  de: [/browser (?:ist )?(?:veraltet|wird (?:leider )?nicht (?:mehr )?unterstützt)/, /veralteten? browser/],
  fr: [
    /navigateur (?:est )?(?:obsolète|trop ancien|n[’']est (?:pas|plus) (?:pris en charge|supporté|compatible))/,
  ],
  es: [
    /navegador (?:está )?(?:desactualizado|obsoleto|no (?:es )?compatible|não (?:é )?(?:suportado|compatível))/,
  ],
  ja: [/お使いのブラウザ/],
  ru: [/устаревш\w+ (?:верси\w+ )?браузер/],
})
/** The element that scripts fill with the page. */
export const SCRIPT_ROOT =
  /<(?:div|main|app)[^>]{0,200}\bid=["']?(?:root|app|__next|__nuxt|app-root|react-root|main-app)\b/i
