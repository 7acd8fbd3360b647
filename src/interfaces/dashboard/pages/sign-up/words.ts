// All texts of the sign-up page and of its email, in each of the languages of recipient pages.
import type { MailWords } from '../../../../campaigns/sign-ups/confirmation.ts'
import type { RecipientLanguage } from '../../../../mail/recipient-pages/rules.ts'

export interface SignUpWords {
  title: (team: string) => string
  fields: { email: string; first_name: string; button: string; honeypot: string }
  /** After the form was sent. */
  look: { title: string; message: string }
  confirm: { title: string; message: (email: string) => string; button: string }
  done: { title: string; message: (team: string) => string }
  problems: Readonly<Record<SignUpProblem, { title: string; message: string }>>
  mail: MailWords
}

export type SignUpProblem = 'no_form' | 'bad_address' | 'bad_link' | 'too_often' | 'not_now'

export const SIGN_UP_WORDS: Readonly<Record<RecipientLanguage, SignUpWords>> = {
  en: {
    title: team => `Emails from ${team}`,
    fields: { email: 'Email', first_name: 'First name (optional)', button: 'Sign up', honeypot: 'Leave this empty' },
    look: {
      title: 'Look into your mailbox',
      message: 'You get an email with a link. Open it to confirm; without that nothing is sent to you.',
    },
    confirm: {
      title: 'Confirm your address',
      message: email => `${email} gets these emails then. You can unsubscribe in each of them.`,
      button: 'Confirm',
    },
    done: { title: 'You are signed up', message: team => `Emails from ${team} come to you from now on.` },
    problems: {
      no_form: { title: 'This form is closed', message: 'Ask the people whose form it was.' },
      bad_address: { title: 'This is not an email address', message: 'Go back and correct it.' },
      bad_link: { title: 'This link is not valid any more', message: 'Sign up once more to get a new one.' },
      too_often: { title: 'Please try again later', message: 'The form was sent many times. Try again in an hour.' },
      not_now: { title: 'That did not work', message: 'No email can be sent at this moment. Try again later.' },
    },
    mail: {
      subject: team => `Confirm that you want emails from ${team}`,
      question: team => `You signed up for emails from ${team}. You agreed to:`,
      button: 'Confirm',
      otherwise: 'If it was not you, do nothing: without the confirmation nothing is sent to you.',
    },
  },
  de: {
    title: team => `E-Mails von ${team}`,
    fields: { email: 'E-Mail', first_name: 'Vorname (freiwillig)', button: 'Anmelden', honeypot: 'Bitte leer lassen' },
    look: {
      title: 'Sehen Sie in Ihr Postfach',
      message: 'Sie bekommen eine E-Mail mit einem Link. Bestätigen Sie dort; sonst wird Ihnen nichts gesendet.',
    },
    confirm: {
      title: 'Adresse bestätigen',
      message: email => `${email} bekommt dann diese E-Mails. Abmelden können Sie sich in jeder davon.`,
      button: 'Bestätigen',
    },
    done: { title: 'Sie sind angemeldet', message: team => `Ab jetzt bekommen Sie E-Mails von ${team}.` },
    problems: {
      no_form: { title: 'Dieses Formular ist geschlossen', message: 'Fragen Sie die, denen es gehört hat.' },
      bad_address: { title: 'Das ist keine E-Mail-Adresse', message: 'Gehen Sie zurück und berichtigen Sie sie.' },
      bad_link: { title: 'Dieser Link gilt nicht mehr', message: 'Melden Sie sich noch einmal an.' },
      too_often: {
        title: 'Bitte versuchen Sie es später',
        message: 'Das Formular wurde oft gesendet. Versuchen Sie es in einer Stunde wieder.',
      },
      not_now: { title: 'Das ging nicht', message: 'Im Moment kann keine E-Mail gesendet werden.' },
    },
    mail: {
      subject: team => `Bestätigen Sie, dass Sie E-Mails von ${team} möchten`,
      question: team => `Sie haben sich für E-Mails von ${team} angemeldet. Sie stimmen zu:`,
      button: 'Bestätigen',
      otherwise: 'Waren Sie es nicht, tun Sie nichts: Ohne Bestätigung wird Ihnen nichts gesendet.',
    },
  },
  fr: {
    title: team => `E-mails de ${team}`,
    fields: { email: 'E-mail', first_name: 'Prénom (facultatif)', button: 'S’inscrire', honeypot: 'Laisser vide' },
    look: {
      title: 'Consultez votre boîte de réception',
      message: 'Vous recevez un e-mail avec un lien. Confirmez-y ; sinon, rien ne vous est envoyé.',
    },
    confirm: {
      title: 'Confirmer l’adresse',
      message: email => `${email} recevra ces e-mails. Chacun permet de se désinscrire.`,
      button: 'Confirmer',
    },
    done: { title: 'Vous êtes inscrit', message: team => `Vous recevez désormais les e-mails de ${team}.` },
    problems: {
      no_form: { title: 'Ce formulaire est fermé', message: 'Adressez-vous à ses responsables.' },
      bad_address: { title: 'Ce n’est pas une adresse e-mail', message: 'Revenez en arrière et corrigez-la.' },
      bad_link: { title: 'Ce lien n’est plus valable', message: 'Inscrivez-vous encore une fois.' },
      too_often: {
        title: 'Réessayez plus tard',
        message: 'Le formulaire a été envoyé trop souvent. Réessayez dans une heure.',
      },
      not_now: { title: 'Cela n’a pas fonctionné', message: 'Aucun e-mail ne peut être envoyé pour le moment.' },
    },
    mail: {
      subject: team => `Confirmez que vous souhaitez les e-mails de ${team}`,
      question: team => `Vous vous êtes inscrit aux e-mails de ${team}. Vous acceptez :`,
      button: 'Confirmer',
      otherwise: 'Si ce n’était pas vous, ne faites rien : sans confirmation, rien ne vous est envoyé.',
    },
  },
  es: {
    title: team => `Correos de ${team}`,
    fields: { email: 'Correo', first_name: 'Nombre (opcional)', button: 'Suscribirse', honeypot: 'Dejar vacío' },
    look: {
      title: 'Mire en su buzón',
      message: 'Recibirá un correo con un enlace. Confirme allí; si no, no se le envía nada.',
    },
    confirm: {
      title: 'Confirmar la dirección',
      message: email => `${email} recibirá estos correos. En cada uno puede darse de baja.`,
      button: 'Confirmar',
    },
    done: { title: 'Está suscrito', message: team => `Desde ahora recibe los correos de ${team}.` },
    problems: {
      no_form: { title: 'Este formulario está cerrado', message: 'Pregunte a sus responsables.' },
      bad_address: { title: 'Esto no es una dirección de correo', message: 'Vuelva atrás y corríjala.' },
      bad_link: { title: 'Este enlace ya no es válido', message: 'Suscríbase otra vez.' },
      too_often: {
        title: 'Inténtelo más tarde',
        message: 'El formulario se envió muchas veces. Inténtelo en una hora.',
      },
      not_now: { title: 'No ha funcionado', message: 'En este momento no se puede enviar ningún correo.' },
    },
    mail: {
      subject: team => `Confirme que desea los correos de ${team}`,
      question: team => `Se ha suscrito a los correos de ${team}. Acepta:`,
      button: 'Confirmar',
      otherwise: 'Si no fue usted, no haga nada: sin confirmación no se le envía nada.',
    },
  },
}
