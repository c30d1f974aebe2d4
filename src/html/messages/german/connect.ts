import { html } from '../../html.ts'
import type { connect as English } from '../english/connect.ts'
import { apps } from './apps.ts'

/** The texts about connecting an agent. */
export const connect: typeof English = {
  title: 'Agenten verbinden',
  lead: 'Wähle die App, die du verbinden möchtest. Sie erhält erst Zugriff, wenn du es hier erlaubst.',
  summary: (address, toGuides, authGuide) =>
    html`Um einen Agenten zu verbinden, gib ihm die Konnektor-Adresse ${address}.
    ${toGuides('So verbindest du jede App')}. Für Skripte und andere Programme steht alles Nötige in
    ${authGuide}.`,
  works: 'Diese Apps können sich verbinden',
  blocked: 'Diese brauchen vorher noch etwas',
  other: 'Jede andere App',
  otherText: 'Füge diese Adresse ein, wo eine App nach einem Konnektor oder einem Remote-MCP-Server fragt.',
  apps,
  connectApp: (name) => `${name} verbinden`,
  allApps: 'Alle Apps',
  brief: {
    setting: 'Braucht eine Einstellung',
    local: 'Braucht eine öffentliche Adresse',
    plain: 'Braucht eine https-Adresse',
    private: 'Braucht eine öffentliche Adresse',
    port: 'Braucht eine Adresse auf Port 443',
  },
  reasons: {
    local: (name) =>
      `${name} verbindet sich von den Servern des Herstellers aus. Von dort ist diese Adresse nicht erreichbar, denn sie gilt nur auf diesem Computer.`,
    plain: () =>
      'Diese Adresse ist unverschlüsselt (http). Das akzeptieren Apps nur auf dem eigenen Computer. Nötig ist https.',
    private: (name) =>
      `${name} verbindet sich von den Servern des Herstellers aus. Von dort ist diese Adresse nicht erreichbar, denn sie liegt in einem privaten Netz.`,
    port: (name) => `${name} verbindet sich nur mit Adressen auf Port 443, also ohne Port in der Adresse.`,
    setting: (name) => `${name} erhält den Zugriff an einer Adresse, die erst zugelassen werden muss.`,
  },
  localNote: 'Nur Apps auf diesem Computer erreichen diese Adresse.',
  callbackNote: {
    allowed: (callbacks) =>
      html`Diese App verwendet andere Callback-Adressen als die meisten. Dieser Dienst lässt sie zu:
      ${callbacks}.`,
    allow: (callbacks, link) =>
      html`${link('Lass die Callback-Adressen der App zu')}: ${callbacks}. Komm dann auf diese Seite zurück.`,
    ask: (callbacks) =>
      html`Bitte die Person, die den Dienst betreibt, die Callback-Adressen der App zuzulassen: ${callbacks}.`,
  },
  addTo: (name) => `Zu ${name} hinzufügen`,
  orByHand: 'Oder von Hand:',
  waiting: (name) => `Warten auf ${name} …`,
  refresh: 'Noch einmal nachsehen',
  connected: (name) => html`${name} ist verbunden.`,
  signInToWait: (link) => html`${link('Melde dich an')}, um hier zu sehen, wann die App verbunden ist.`,
  publicAddress: {
    heading: 'Eine öffentliche Adresse einrichten',
    text: 'Es gibt zwei Wege. Ist der Dienst öffentlich, können nur Personen ein Konto erstellen, die du einlädst.',
    tunnel: 'Mit einem Tunnel, von diesem Computer aus',
    tunnelSteps: {
      start:
        'Starte einen Tunnel zu diesem Dienst, zum Beispiel mit Tailscale. Er gibt eine https-Adresse aus, die gleich bleibt.',
      orTry: 'Zum Ausprobieren, ganz ohne Konto; diese Adresse ändert sich bei jedem Start:',
    },
    proxy: 'Mit einer Domain und einem Reverse-Proxy',
    proxySteps: {
      name: 'Lass eine Domain auf einen Computer zeigen, dessen Ports 80 und 443 aus dem Internet erreichbar sind.',
      start: (folder) =>
        html`Starte dort einen Reverse-Proxy. Caddy besorgt sich sein Zertifikat selbst; in ${folder} liegen
        Dateien für Caddy und nginx.`,
    },
    restart: 'Beende den Dienst und starte ihn mit dieser Adresse:',
    reopen:
      'Öffne die neue Adresse, melde dich an und komm auf diese Seite zurück. Schon verbundene Agenten musst du neu verbinden.',
  },
  check: {
    heading: 'Funktioniert es?',
    text: 'Die Konnektor-Prüfung tut von diesem Server aus über seine öffentliche Adresse dasselbe wie eine App, die sich verbindet, und zeigt, welcher Schritt scheitert. Sie liest eine Liste und ändert nichts.',
    button: 'Konnektor prüfen',
    signIn: (link) => html`${link('Melde dich an')}, um sie zu starten.`,
    again: 'Noch einmal prüfen',
    toGuides: 'So verbindest du einen Agenten',
    works: 'Der Konnektor funktioniert',
    worksHere: (address) => html`Programme auf diesem Computer können sich über ${address} verbinden.`,
    worksPublicly: (address) =>
      html`Agenten können sich über ${address} verbinden. Wenn es bei einem trotzdem nicht klappt, prüfe, ob
      eine Firewall Verbindungen von außen blockiert.`,
    fails: 'Der Konnektor funktioniert noch nicht',
    failedStep: 'Eine App kann sich nicht verbinden, weil dieser Schritt scheitert:',
    outcomes: { ok: 'OK', failed: 'Fehlgeschlagen', 'not tried': 'Nicht versucht' },
    steps: {
      address: 'Apps akzeptieren die Adresse',
      discovery: 'Apps finden heraus, wo sie sich anmelden',
      challenge: 'Ein Aufruf ohne Token wird zur Anmeldung aufgefordert',
      registration: 'Eine App kann sich registrieren',
      exchange: 'Ein Autorisierungscode wird gegen ein Token getauscht',
      call: 'Ein Tool-Aufruf mit dem Token wird beantwortet',
      revocation: 'Die App kann ihren Zugriff beenden',
    },
    appSupport: {
      heading: 'Was das für jede App heißt',
      works: 'Kann sich verbinden',
      failed: 'Kann sich noch nicht verbinden: Der Schritt oben scheitert.',
    },
  },
}
