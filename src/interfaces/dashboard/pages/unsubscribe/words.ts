// All texts of the unsubscribe page, in each of the languages of recipient pages.
import type { RecipientLanguage } from '../../../../mail/recipient-pages/rules.ts'

export interface Words {
  title: (team: string) => string
  about: string
  /** The heading of the topics. */
  choose: string
  save: string
  leave_all: string
  leave_topic: (topic: string) => string
  /** Shown if there are no topics to choose from. */
  question: string
  leave: string
  is_out: string
  come_back: string
  tracking: string
  tracking_more: string
  done: Readonly<Record<Done, string>>
  problems: Readonly<Record<ProblemName, { title: string; message: string }>>
}

export const DONE = ['saved', 'left', 'left_topic', 'back'] as const
export type Done = (typeof DONE)[number]
export type ProblemName = 'bad_link' | 'bad_request' | 'too_often' | 'not_now'

export const WORDS: Readonly<Record<RecipientLanguage, Words>> = {
  en: {
    title: team => `Emails from ${team}`,
    about: 'Email preferences for',
    choose: 'Which emails do you want to receive?',
    save: 'Save preferences',
    leave_all: 'Unsubscribe from all emails',
    leave_topic: topic => `Unsubscribe from “${topic}”`,
    question: 'Do you want to stop receiving these emails?',
    leave: 'Unsubscribe',
    is_out: 'You are unsubscribed and no longer receive these emails.',
    come_back: 'Resubscribe',
    tracking: 'Allow open and click tracking',
    tracking_more:
      'The sender can see when you open an email and which links you click. You receive the same emails either way.',
    done: {
      saved: 'Your preferences have been saved.',
      left: 'You have been unsubscribed and will no longer receive these emails.',
      left_topic: 'You have been unsubscribed from this topic. You will still receive other emails.',
      back: 'You have been resubscribed.',
    },
    problems: {
      bad_link: {
        title: 'This link is incomplete',
        message: 'Open the link in the email again, or copy the entire link. Nothing was changed.',
      },
      bad_request: {
        title: 'Something went wrong',
        message: 'Open the link in the email again. Nothing was changed.',
      },
      too_often: {
        title: 'Please try again later',
        message:
          'You made too many changes. Unsubscriptions were saved. Try your other changes again in a few minutes.',
      },
      not_now: {
        title: 'Please try again',
        message: 'Something went wrong and nothing was changed. Try again in a few seconds.',
      },
    },
  },
  de: {
    title: team => `E-Mails von ${team}`,
    about: 'E-Mail-Einstellungen für',
    choose: 'Welche E-Mails möchten Sie erhalten?',
    save: 'Einstellungen speichern',
    leave_all: 'Von allen E-Mails abmelden',
    leave_topic: topic => `Von „${topic}“ abmelden`,
    question: 'Möchten Sie diese E-Mails nicht mehr erhalten?',
    leave: 'Abmelden',
    is_out: 'Sie sind abgemeldet und erhalten diese E-Mails nicht mehr.',
    come_back: 'Erneut anmelden',
    tracking: 'Auswertung von Öffnungen und Klicks erlauben',
    tracking_more:
      'Der Absender sieht, wann Sie eine E-Mail öffnen und welche Links Sie anklicken. Sie erhalten in jedem Fall dieselben E-Mails.',
    done: {
      saved: 'Ihre Einstellungen wurden gespeichert.',
      left: 'Sie wurden abgemeldet und erhalten diese E-Mails nicht mehr.',
      left_topic: 'Sie wurden von diesem Thema abgemeldet. Andere E-Mails erhalten Sie weiterhin.',
      back: 'Sie wurden wieder angemeldet.',
    },
    problems: {
      bad_link: {
        title: 'Dieser Link ist unvollständig',
        message:
          'Öffnen Sie den Link in der E-Mail erneut oder kopieren Sie ihn vollständig. Es wurde nichts geändert.',
      },
      bad_request: {
        title: 'Es ist ein Fehler aufgetreten',
        message: 'Öffnen Sie den Link in der E-Mail erneut. Es wurde nichts geändert.',
      },
      too_often: {
        title: 'Bitte versuchen Sie es später erneut',
        message:
          'Sie haben zu viele Änderungen vorgenommen. Abmeldungen wurden gespeichert. Versuchen Sie die übrigen Änderungen in einigen Minuten erneut.',
      },
      not_now: {
        title: 'Bitte versuchen Sie es erneut',
        message:
          'Es ist ein Fehler aufgetreten. Es wurde nichts geändert. Versuchen Sie es in einigen Sekunden erneut.',
      },
    },
  },
  fr: {
    title: team => `E-mails envoyés par ${team}`,
    about: 'Préférences e-mail pour',
    choose: 'Quels e-mails souhaitez-vous recevoir\u00A0?',
    save: 'Enregistrer les préférences',
    leave_all: 'Se désabonner de tous les e-mails',
    leave_topic: topic => `Se désabonner de «\u00A0${topic}\u00A0»`,
    question: 'Souhaitez-vous ne plus recevoir ces e-mails\u00A0?',
    leave: 'Se désabonner',
    is_out: 'Votre désabonnement est effectif. Vous ne recevez plus ces e-mails.',
    come_back: 'Se réabonner',
    tracking: 'Autoriser le suivi des ouvertures et des clics',
    tracking_more:
      'L’expéditeur peut voir quand vous ouvrez un e-mail et sur quels liens vous cliquez. Vous recevez les mêmes e-mails dans les deux cas.',
    done: {
      saved: 'Vos préférences ont été enregistrées.',
      left: 'Votre désabonnement a été pris en compte. Vous ne recevrez plus ces e-mails.',
      left_topic:
        'Votre désabonnement de ce thème a été pris en compte. Vous continuerez à recevoir les autres e-mails.',
      back: 'Votre réabonnement a été pris en compte.',
    },
    problems: {
      bad_link: {
        title: 'Ce lien est incomplet',
        message: 'Ouvrez à nouveau le lien dans l’e-mail ou copiez-le en entier. Rien n’a été modifié.',
      },
      bad_request: {
        title: 'Une erreur est survenue',
        message: 'Ouvrez à nouveau le lien dans l’e-mail. Rien n’a été modifié.',
      },
      too_often: {
        title: 'Veuillez réessayer plus tard',
        message:
          'Vous avez effectué trop de modifications. Les désabonnements ont été enregistrés. Pour les autres modifications, réessayez dans quelques minutes.',
      },
      not_now: {
        title: 'Veuillez réessayer',
        message: 'Une erreur est survenue et rien n’a été modifié. Réessayez dans quelques secondes.',
      },
    },
  },
  es: {
    title: team => `Correos electrónicos de ${team}`,
    about: 'Preferencias de correo electrónico para',
    choose: '¿Qué correos electrónicos desea recibir?',
    save: 'Guardar preferencias',
    leave_all: 'Cancelar todas las suscripciones',
    leave_topic: topic => `Cancelar la suscripción a «${topic}»`,
    question: '¿Desea dejar de recibir estos correos electrónicos?',
    leave: 'Cancelar la suscripción',
    is_out: 'Ha cancelado la suscripción y ya no recibe estos correos electrónicos.',
    come_back: 'Volver a suscribirse',
    tracking: 'Permitir el seguimiento de aperturas y clics',
    tracking_more:
      'El remitente puede ver cuándo abre un correo electrónico y en qué enlaces hace clic. En ambos casos recibirá los mismos correos electrónicos.',
    done: {
      saved: 'Sus preferencias se han guardado.',
      left: 'Su suscripción se ha cancelado. Ya no recibirá estos correos electrónicos.',
      left_topic: 'Su suscripción a este tema se ha cancelado. Seguirá recibiendo los demás correos electrónicos.',
      back: 'Su suscripción se ha reactivado.',
    },
    problems: {
      bad_link: {
        title: 'Este enlace está incompleto',
        message: 'Abra de nuevo el enlace del correo electrónico o cópielo completo. No se ha modificado nada.',
      },
      bad_request: {
        title: 'Se ha producido un error',
        message: 'Abra de nuevo el enlace del correo electrónico. No se ha modificado nada.',
      },
      too_often: {
        title: 'Inténtelo de nuevo más tarde',
        message:
          'Ha realizado demasiados cambios. Las cancelaciones se han guardado. Vuelva a intentar los demás cambios en unos minutos.',
      },
      not_now: {
        title: 'Inténtelo de nuevo',
        message: 'Se ha producido un error y no se ha modificado nada. Inténtelo de nuevo en unos segundos.',
      },
    },
  },
}
