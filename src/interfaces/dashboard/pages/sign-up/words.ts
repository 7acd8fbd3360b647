// All texts of the sign-up page and of its email, in each of the languages of recipient pages.
import type { ConfirmationTexts } from '../../../../campaigns/sign-ups/confirmation.ts'
import type { RecipientLanguage } from '../../../../mail/recipient-pages/rules.ts'

export interface SignUpWords {
  title: (team: string) => string
  fields: { email: string; first_name: string; button: string; honeypot: string }
  /** After the form was sent. */
  look: { title: string; message: string }
  confirm: { title: string; message: (email: string) => string; button: string }
  done: { title: string; message: (team: string) => string }
  problems: Readonly<Record<SignUpProblem, { title: string; message: string }>>
  mail: ConfirmationTexts
}

export type SignUpProblem = 'no_form' | 'bad_address' | 'bad_link' | 'too_often' | 'not_now'

export const SIGN_UP_WORDS: Readonly<Record<RecipientLanguage, SignUpWords>> = {
  en: {
    title: team => `Subscribe to ${team}`,
    fields: {
      email: 'Email address',
      first_name: 'First name (optional)',
      button: 'Subscribe',
      honeypot: 'Leave this field empty',
    },
    look: {
      title: 'Check your inbox',
      message:
        'To complete your subscription, open the link in the confirmation email. If it does not arrive within a few minutes, check your spam folder.',
    },
    confirm: {
      title: 'Confirm your subscription',
      message: email => `These emails will be sent to ${email}. You can unsubscribe at any time.`,
      button: 'Confirm subscription',
    },
    done: { title: 'Subscription confirmed', message: team => `You will now receive emails from ${team}.` },
    problems: {
      no_form: { title: 'This form is not available', message: 'The form was closed or the link is incorrect.' },
      bad_address: { title: 'Invalid email address', message: 'Go back and correct the address.' },
      bad_link: { title: 'This link is no longer valid', message: 'Subscribe again to get a new link.' },
      too_often: {
        title: 'Please try again later',
        message: 'There were too many attempts. Try again in an hour.',
      },
      not_now: {
        title: 'Something went wrong',
        message: 'Your subscription could not be processed. Try again later.',
      },
    },
    mail: {
      subject: team => `Confirm your subscription to ${team}`,
      question: team => `You asked to receive emails from ${team} and agreed to the following:`,
      button: 'Confirm subscription',
      otherwise: 'If you did not request this, ignore this email. You will not be subscribed.',
    },
  },
  de: {
    title: team => `Für E-Mails von ${team} anmelden`,
    fields: {
      email: 'E-Mail-Adresse',
      first_name: 'Vorname (optional)',
      button: 'Anmelden',
      honeypot: 'Dieses Feld leer lassen',
    },
    look: {
      title: 'Prüfen Sie Ihren Posteingang',
      message:
        'Um die Anmeldung abzuschließen, öffnen Sie den Link in der Bestätigungs-E-Mail. Wenn sie nicht innerhalb weniger Minuten ankommt, prüfen Sie Ihren Spam-Ordner.',
    },
    confirm: {
      title: 'Bestätigen Sie Ihre Anmeldung',
      message: email => `Diese E-Mails werden an ${email} gesendet. Sie können sich jederzeit abmelden.`,
      button: 'Anmeldung bestätigen',
    },
    done: { title: 'Anmeldung bestätigt', message: team => `Sie erhalten ab sofort E-Mails von ${team}.` },
    problems: {
      no_form: {
        title: 'Dieses Formular ist nicht verfügbar',
        message: 'Das Formular wurde geschlossen oder der Link ist falsch.',
      },
      bad_address: { title: 'Ungültige E-Mail-Adresse', message: 'Gehen Sie zurück und korrigieren Sie die Adresse.' },
      bad_link: {
        title: 'Dieser Link ist nicht mehr gültig',
        message: 'Melden Sie sich erneut an, um einen neuen Link zu erhalten.',
      },
      too_often: {
        title: 'Bitte versuchen Sie es später erneut',
        message: 'Es gab zu viele Versuche. Versuchen Sie es in einer Stunde erneut.',
      },
      not_now: {
        title: 'Es ist ein Fehler aufgetreten',
        message: 'Ihre Anmeldung konnte nicht verarbeitet werden. Versuchen Sie es später erneut.',
      },
    },
    mail: {
      subject: team => `Bestätigen Sie Ihre Anmeldung für E-Mails von ${team}`,
      question: team => `Sie haben sich für E-Mails von ${team} angemeldet und Folgendem zugestimmt:`,
      button: 'Anmeldung bestätigen',
      otherwise:
        'Wenn Sie sich nicht angemeldet haben, ignorieren Sie diese E-Mail. Ohne Ihre Bestätigung erhalten Sie keine weiteren E-Mails.',
    },
  },
  fr: {
    title: team => `S’abonner à ${team}`,
    fields: {
      email: 'Adresse e-mail',
      first_name: 'Prénom (facultatif)',
      button: 'S’abonner',
      honeypot: 'Laissez ce champ vide',
    },
    look: {
      title: 'Consultez votre boîte de réception',
      message:
        'Pour finaliser votre abonnement, ouvrez le lien dans l’e-mail de confirmation. Si vous ne le recevez pas d’ici quelques minutes, vérifiez votre dossier de courrier indésirable.',
    },
    confirm: {
      title: 'Confirmez votre abonnement',
      message: email => `Ces e-mails seront envoyés à ${email}. Vous pouvez vous désabonner à tout moment.`,
      button: 'Confirmer l’abonnement',
    },
    done: {
      title: 'Abonnement confirmé',
      message: team => `Vous recevrez désormais les e-mails envoyés par ${team}.`,
    },
    problems: {
      no_form: {
        title: 'Ce formulaire n’est pas disponible',
        message: 'Le formulaire a été fermé ou le lien est incorrect.',
      },
      bad_address: { title: 'Adresse e-mail non valide', message: 'Revenez en arrière et corrigez l’adresse.' },
      bad_link: {
        title: 'Ce lien n’est plus valable',
        message: 'Abonnez-vous à nouveau pour recevoir un nouveau lien.',
      },
      too_often: {
        title: 'Veuillez réessayer plus tard',
        message: 'Il y a eu trop de tentatives. Réessayez dans une heure.',
      },
      not_now: {
        title: 'Une erreur est survenue',
        message: 'Votre abonnement n’a pas pu être enregistré. Réessayez plus tard.',
      },
    },
    mail: {
      subject: team => `Confirmez votre abonnement à ${team}`,
      question: team => `Vous avez demandé à recevoir les e-mails envoyés par ${team} et accepté ce qui suit\u00A0:`,
      button: 'Confirmer l’abonnement',
      otherwise:
        'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail. Sans votre confirmation, vous ne recevrez aucun autre e-mail.',
    },
  },
  es: {
    title: team => `Suscribirse a ${team}`,
    fields: {
      email: 'Correo electrónico',
      first_name: 'Nombre (opcional)',
      button: 'Suscribirse',
      honeypot: 'Deje este campo vacío',
    },
    look: {
      title: 'Revise su bandeja de entrada',
      message:
        'Para completar la suscripción, abra el enlace del correo electrónico de confirmación. Si no lo recibe en unos minutos, revise la carpeta de correo no deseado.',
    },
    confirm: {
      title: 'Confirme su suscripción',
      message: email =>
        `Estos correos electrónicos se enviarán a ${email}. Puede cancelar la suscripción en cualquier momento.`,
      button: 'Confirmar la suscripción',
    },
    done: {
      title: 'Suscripción confirmada',
      message: team => `A partir de ahora recibirá los correos electrónicos de ${team}.`,
    },
    problems: {
      no_form: {
        title: 'Este formulario no está disponible',
        message: 'El formulario se ha cerrado o el enlace no es correcto.',
      },
      bad_address: {
        title: 'Dirección de correo electrónico no válida',
        message: 'Vuelva atrás y corrija la dirección.',
      },
      bad_link: {
        title: 'Este enlace ya no es válido',
        message: 'Vuelva a suscribirse para recibir un enlace nuevo.',
      },
      too_often: {
        title: 'Inténtelo de nuevo más tarde',
        message: 'Ha habido demasiados intentos. Inténtelo de nuevo en una hora.',
      },
      not_now: {
        title: 'Se ha producido un error',
        message: 'No se ha podido procesar su suscripción. Inténtelo de nuevo más tarde.',
      },
    },
    mail: {
      subject: team => `Confirme su suscripción a ${team}`,
      question: team => `Ha solicitado recibir los correos electrónicos de ${team} y ha aceptado lo siguiente:`,
      button: 'Confirmar la suscripción',
      otherwise:
        'Si no ha realizado esta solicitud, ignore este correo electrónico. Sin su confirmación, no recibirá más correos electrónicos.',
    },
  },
}
