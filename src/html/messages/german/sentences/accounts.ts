/** Failures of accounts, signing in and the service, by their English sentences. */
export const accounts: Record<string, string> = {
  'This account no longer exists.': 'Dieses Konto gibt es nicht mehr.',
  'That took too long. Try again.': 'Das hat zu lange gedauert. Versuch es noch einmal.',
  'This passkey isn’t registered here. It may have been removed from its account.':
    'Dieser Passkey ist hier nicht registriert. Vielleicht wurde er aus seinem Konto entfernt.',
  'The passkey could not be verified. Try again.':
    'Der Passkey konnte nicht geprüft werden. Versuch es noch einmal.',
  'Wrong email or password.': 'E-Mail-Adresse oder Passwort ist falsch.',
  'This is already your email address.': 'Das ist schon deine E-Mail-Adresse.',
  'This link has been used, has expired, or belongs to another account. Enter the address again.':
    'Dieser Link wurde schon verwendet, ist abgelaufen oder gehört zu einem anderen Konto. Gib die Adresse noch einmal ein.',
  'This link has been used.': 'Dieser Link wurde schon verwendet.',
  'This address can’t be used. Choose another one.':
    'Diese Adresse kann nicht verwendet werden. Nimm eine andere.',
  'Open the link in the browser in which you signed up, or sign up again.':
    'Öffne den Link in dem Browser, in dem du dich registriert hast, oder registriere dich noch einmal.',
  'Enter the password you chose.': 'Gib das Passwort ein, das du gewählt hast.',
  'Wrong password. If you didn’t choose one, somebody else entered your address: sign up yourself.':
    'Falsches Passwort. Wenn du keines gewählt hast, hat jemand anders deine Adresse eingegeben: Registriere dich selbst.',
  'This link has been used or has expired. Sign up again, or sign in.':
    'Dieser Link wurde schon verwendet oder ist abgelaufen. Registriere dich noch einmal oder melde dich an.',
  'This address can’t be used. Sign in, or use another one.':
    'Diese Adresse kann nicht verwendet werden. Melde dich an oder nimm eine andere.',
  'Type this account’s email address to confirm.':
    'Gib zur Bestätigung die E-Mail-Adresse dieses Kontos ein.',
  'This account is disabled. Ask whoever runs this service to enable it again.':
    'Dieses Konto ist gesperrt. Bitte die Person, die den Dienst betreibt, es wieder zu entsperren.',
  'Enter an email address, like you@example.org.': 'Gib eine E-Mail-Adresse ein, etwa du@example.org.',
  'Two-step sign-in was turned on meanwhile. Open the link again and enter a code as well.':
    'Die Zwei-Faktor-Anmeldung wurde inzwischen eingeschaltet. Öffne den Link noch einmal und gib auch einen Code ein.',
  'This sign-in is connected to another account, or your account is connected already. Disconnect it first.':
    'Diese Anmeldung ist mit einem anderen Konto verbunden, oder dein Konto ist es schon. Trenne die Verbindung zuerst.',
  'There are {} open invitations. Withdraw one first.':
    'Es gibt {} offene Einladungen. Zieh zuerst eine zurück.',
  'There is nothing at this address.': 'Unter dieser Adresse gibt es nichts.',
  'This account is disabled. Enable it before you make it the owner.':
    'Dieses Konto ist gesperrt. Entsperr es, bevor du ihm die Verwaltung überträgst.',
  'You own this service, and other people have accounts. Make another account the owner first, on the page This service.':
    'Du verwaltest diesen Dienst, und auch andere haben hier Konten. Übertrag die Verwaltung zuerst auf der Seite „Dieser Dienst“ einem anderen Konto.',
  'The browser did not send a valid passkey.': 'Der Browser hat keinen gültigen Passkey gesendet.',
  'This passkey’s id is too long to be saved here. Use another device or password manager.':
    'Die Kennung dieses Passkeys ist zu lang, um hier gespeichert zu werden. Nimm ein anderes Gerät oder einen anderen Passwortmanager.',
  'You have {} passkeys. Remove one first.': 'Du hast {} Passkeys. Entferne zuerst einen.',
  'This passkey has already been added.': 'Dieser Passkey wurde schon hinzugefügt.',
  'Give the passkey a name, such as the device it is on.':
    'Gib dem Passkey einen Namen, zum Beispiel den des Geräts.',
  'Choose a password of at least {} characters. A few words work well.':
    'Wähle ein Passwort mit mindestens {} Zeichen. Mehrere Wörter sind eine gute Wahl.',
  'That password is too long. Use at most {} bytes.': 'Dieses Passwort ist zu lang. Nimm höchstens {} Bytes.',
  'Your password can’t be your email address. Choose another one.':
    'Dein Passwort darf nicht deine E-Mail-Adresse sein. Wähle ein anderes.',
  'That password is too common. Choose a less common one.':
    'Dieses Passwort ist zu verbreitet. Wähle ein selteneres.',
  'That took too long. Add the passkey again.':
    'Das hat zu lange gedauert. Füge den Passkey noch einmal hinzu.',
  'The passkey could not be verified, so it was not added.':
    'Der Passkey konnte nicht geprüft werden und wurde deshalb nicht hinzugefügt.',
  'This link has been used or has expired. Ask for a new one.':
    'Dieser Link wurde schon verwendet oder ist abgelaufen. Fordere einen neuen an.',
  'Enter the code from your authenticator app.': 'Gib den Code aus deiner Authenticator-App ein.',
  'Wrong or already used code. Wait for the next one, or use a recovery code.':
    'Der Code ist falsch oder wurde schon verwendet. Warte auf den nächsten oder nimm einen Wiederherstellungscode.',
  'You have been signed out. Sign in and try again.':
    'Du wurdest abgemeldet. Melde dich an und versuch es noch einmal.',
  'This is your only way to sign in. Add another one before you remove it.':
    'Das ist deine einzige Möglichkeit, dich anzumelden. Füge eine andere hinzu, bevor du sie entfernst.',
  'Your password or another way to sign in has just changed. Sign in again.':
    'Dein Passwort oder eine andere Anmeldemöglichkeit hat sich gerade geändert. Melde dich noch einmal an.',
  'Wrong set-up code. The server printed it when it started.':
    'Falscher Einrichtungscode. Der Server hat ihn beim Start ausgegeben.',
  'Enter the set-up code that the server printed when it started.':
    'Gib den Einrichtungscode ein, den der Server beim Start ausgegeben hat.',
  'This invitation was already used, or has expired. Ask for a new one.':
    'Diese Einladung wurde schon verwendet oder ist abgelaufen. Bitte um eine neue.',
  'Sign-up is closed. Ask the owner of this service for an invitation, or sign in if you have an account.':
    'Die Registrierung ist geschlossen. Bitte die Person, die den Dienst verwaltet, um eine Einladung, oder melde dich an, wenn du ein Konto hast.',
  'That passkey belongs to another account. Use one of this account.':
    'Dieser Passkey gehört zu einem anderen Konto. Nimm einen von diesem Konto.',
  'Passwords are turned off here.': 'Passwörter sind hier ausgeschaltet.',
  'An export of this account is already running. Wait until it is done, then try again.':
    'Für dieses Konto läuft schon ein Export. Warte, bis er fertig ist, und versuch es dann noch einmal.',
  'An export of this agent is already running. Wait until it is done, then try again.':
    'Für diesen Agenten läuft schon ein Export. Warte, bis er fertig ist, und versuch es dann noch einmal.',
  'Other agents are exporting this queue right now. Wait until one is done, then try again.':
    'Gerade exportieren andere Agenten diese Leseliste. Warte, bis einer fertig ist, und versuch es dann noch einmal.',
  'This queue has not had the state that "since" names: the service was restored from a backup. Export again with since=0.':
    'Diese Leseliste hatte den Stand nicht, den „since“ nennt: Der Dienst wurde aus einer Sicherung wiederhergestellt. Exportiere noch einmal mit since=0.',
  'Send "items" or "{}", not both.': 'Sende „items“ oder „{}“, nicht beides.',
  'The service is stopping.': 'Der Dienst wird gerade beendet.',
  'Passkeys need a host name with https, or localhost. This service has another address.':
    'Passkeys brauchen einen Hostnamen mit https, oder localhost. Dieser Dienst hat eine andere Adresse.',
  'Sign in again before you add a passkey.': 'Melde dich noch einmal an, bevor du einen Passkey hinzufügst.',
  'First confirm that it is you.': 'Bestätige zuerst, dass du es bist.',
  'Enter your current password.': 'Gib dein aktuelles Passwort ein.',
  'That is not your current password. Try again.':
    'Das ist nicht dein aktuelles Passwort. Versuch es noch einmal.',
  'This service has no sign-in provider.': 'Dieser Dienst hat keinen Anmeldedienst.',
  'This is your own account. Change it in your settings.':
    'Das ist dein eigenes Konto. Ändere es in deinen Einstellungen.',
  'Type the account’s email address to confirm.': 'Gib zur Bestätigung die E-Mail-Adresse des Kontos ein.',
  'This service sends no email. Ask whoever runs it for a link.':
    'Dieser Dienst verschickt keine E-Mails. Bitte die Person, die ihn betreibt, um einen Link.',
  'That sign-in took too long, or began in another browser. Start again.':
    'Diese Anmeldung hat zu lange gedauert oder begann in einem anderen Browser. Fang noch einmal an.',
  'That is not the account that is connected here. Sign in with the connected one.':
    'Das ist nicht das Konto, das hier verbunden ist. Melde dich mit dem verbundenen an.',
  'You have no account here, and new ones need an invitation. Ask whoever runs this service for one.':
    'Du hast hier kein Konto, und für ein neues ist eine Einladung nötig. Bitte die Person, die den Dienst betreibt, um eine.',
  'This form has expired. Sign in with your provider again.':
    'Dieses Formular ist abgelaufen. Melde dich noch einmal bei deinem Anmeldedienst an.',
  'The body comes in chunks that are too small. Send it in larger ones.':
    'Die Anfrage kommt in zu kleinen Stücken. Sende sie in größeren.',
  'You did not sign in with {}.': 'Du hast dich nicht mit {} angemeldet.',
  'Signing in with {} did not work. Try again.':
    'Die Anmeldung mit {} hat nicht geklappt. Versuch es noch einmal.',
  'Too many emails are waiting to be sent.': 'Es warten zu viele E-Mails auf den Versand.',
  'The mail could not be sent. Try again in a few minutes.':
    'Die E-Mail konnte nicht verschickt werden. Versuch es in ein paar Minuten noch einmal.',
  'Enter an exact address (https, http on this computer, or an app’s own such as app://host/path), or http://localhost for any port.':
    'Gib eine genaue Adresse an (https, http auf diesem Computer oder eine der App selbst, etwa app://host/pfad), oder http://localhost für jeden Port.',
  'Choose who can create an account.': 'Wähle, wer ein Konto erstellen kann.',
  'Allow at most {} callbacks.': 'Lass höchstens {} Callback-Adressen zu.',
  '{} sites are set for everybody. Forget one first.':
    'Für alle gibt es schon Regeln für {} Websites. Lösche zuerst eine davon.',
  '{} is set in the server’s environment, so it can only be changed there.':
    '{} ist in der Umgebung des Servers festgelegt und lässt sich nur dort ändern.',
  '{} cannot be reached right now. Try again in a few minutes.':
    '{} ist gerade nicht erreichbar. Versuch es in ein paar Minuten noch einmal.',
}
