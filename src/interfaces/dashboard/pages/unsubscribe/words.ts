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
    about: 'These emails go to',
    choose: 'What do you want to get emails about?',
    save: 'Save',
    leave_all: 'Unsubscribe from everything',
    leave_topic: topic => `Unsubscribe from “${topic}”`,
    question: 'Do you want to get no more of these emails?',
    leave: 'Unsubscribe',
    is_out: 'You are unsubscribed and get no more of these emails.',
    come_back: 'Subscribe again',
    tracking: 'It may be known when I open emails and which links I follow',
    tracking_more: 'You get the same emails either way.',
    done: {
      saved: 'Your choice is saved. It counts from now on.',
      left: 'You are unsubscribed. That counts from now on.',
      left_topic: 'You are unsubscribed from this topic. Other emails still come.',
      back: 'You are subscribed again.',
    },
    problems: {
      bad_link: {
        title: 'This link is not complete',
        message: 'Open it once more from the email, or copy all of it. Nothing was changed.',
      },
      bad_request: {
        title: 'That did not work',
        message: 'Open the link once more from the email. Nothing was changed.',
      },
      too_often: {
        title: 'Please try again later',
        message:
          'You have changed this many times. What you unsubscribed from is saved; the rest waits for a few minutes.',
      },
      not_now: {
        title: 'Please try again',
        message: 'Nothing can be saved at this moment. Try again in a few seconds.',
      },
    },
  },
  de: {
    title: team => `E-Mails von ${team}`,
    about: 'Diese E-Mails gehen an',
    choose: 'Worüber möchten Sie E-Mails bekommen?',
    save: 'Speichern',
    leave_all: 'Von allem abmelden',
    leave_topic: topic => `Von „${topic}“ abmelden`,
    question: 'Möchten Sie diese E-Mails nicht mehr bekommen?',
    leave: 'Abmelden',
    is_out: 'Sie sind abgemeldet und bekommen diese E-Mails nicht mehr.',
    come_back: 'Wieder anmelden',
    tracking: 'Es darf bekannt werden, wann ich E-Mails öffne und welchen Links ich folge',
    tracking_more: 'Sie bekommen so oder so dieselben E-Mails.',
    done: {
      saved: 'Ihre Auswahl ist gespeichert und gilt ab jetzt.',
      left: 'Sie sind abgemeldet. Das gilt ab jetzt.',
      left_topic: 'Sie sind von diesem Thema abgemeldet. Andere E-Mails kommen weiterhin.',
      back: 'Sie sind wieder angemeldet.',
    },
    problems: {
      bad_link: {
        title: 'Dieser Link ist nicht vollständig',
        message: 'Öffnen Sie ihn noch einmal aus der E-Mail, oder kopieren Sie ihn ganz. Es wurde nichts geändert.',
      },
      bad_request: {
        title: 'Das hat nicht geklappt',
        message: 'Öffnen Sie den Link noch einmal aus der E-Mail. Es wurde nichts geändert.',
      },
      too_often: {
        title: 'Bitte versuchen Sie es später noch einmal',
        message:
          'Sie haben dies sehr oft geändert. Abmeldungen sind gespeichert; der Rest geht in einigen Minuten wieder.',
      },
      not_now: {
        title: 'Bitte versuchen Sie es noch einmal',
        message: 'Im Moment kann nichts gespeichert werden. Versuchen Sie es in einigen Sekunden wieder.',
      },
    },
  },
  fr: {
    title: team => `E-mails de ${team}`,
    about: 'Ces e-mails sont envoyés à',
    choose: 'Sur quels sujets souhaitez-vous recevoir des e-mails ?',
    save: 'Enregistrer',
    leave_all: 'Se désabonner de tout',
    leave_topic: topic => `Se désabonner de « ${topic} »`,
    question: 'Souhaitez-vous ne plus recevoir ces e-mails ?',
    leave: 'Se désabonner',
    is_out: 'Vous êtes désabonné et ne recevez plus ces e-mails.',
    come_back: 'Se réabonner',
    tracking: 'On peut savoir quand j’ouvre les e-mails et quels liens je suis',
    tracking_more: 'Vous recevez les mêmes e-mails dans les deux cas.',
    done: {
      saved: 'Votre choix est enregistré. Il vaut dès maintenant.',
      left: 'Vous êtes désabonné. Cela vaut dès maintenant.',
      left_topic: 'Vous êtes désabonné de ce sujet. Les autres e-mails continuent.',
      back: 'Vous êtes de nouveau abonné.',
    },
    problems: {
      bad_link: {
        title: 'Ce lien n’est pas complet',
        message: 'Ouvrez-le de nouveau depuis l’e-mail, ou copiez-le en entier. Rien n’a été modifié.',
      },
      bad_request: {
        title: 'Cela n’a pas fonctionné',
        message: 'Ouvrez de nouveau le lien depuis l’e-mail. Rien n’a été modifié.',
      },
      too_often: {
        title: 'Veuillez réessayer plus tard',
        message:
          'Vous avez modifié ceci très souvent. Vos désabonnements sont enregistrés ; le reste attend quelques minutes.',
      },
      not_now: {
        title: 'Veuillez réessayer',
        message: 'Rien ne peut être enregistré pour le moment. Réessayez dans quelques secondes.',
      },
    },
  },
  es: {
    title: team => `Correos de ${team}`,
    about: 'Estos correos se envían a',
    choose: '¿Sobre qué quiere recibir correos?',
    save: 'Guardar',
    leave_all: 'Cancelar todas las suscripciones',
    leave_topic: topic => `Cancelar la suscripción a «${topic}»`,
    question: '¿Quiere dejar de recibir estos correos?',
    leave: 'Cancelar la suscripción',
    is_out: 'Ha cancelado la suscripción y ya no recibe estos correos.',
    come_back: 'Volver a suscribirse',
    tracking: 'Se puede saber cuándo abro los correos y qué enlaces sigo',
    tracking_more: 'En ambos casos recibe los mismos correos.',
    done: {
      saved: 'Su elección está guardada y vale desde ahora.',
      left: 'Ha cancelado la suscripción. Vale desde ahora.',
      left_topic: 'Ha cancelado la suscripción a este tema. Los demás correos siguen llegando.',
      back: 'Vuelve a estar suscrito.',
    },
    problems: {
      bad_link: {
        title: 'Este enlace no está completo',
        message: 'Ábralo de nuevo desde el correo o cópielo entero. No se ha cambiado nada.',
      },
      bad_request: {
        title: 'No ha funcionado',
        message: 'Abra de nuevo el enlace desde el correo. No se ha cambiado nada.',
      },
      too_often: {
        title: 'Inténtelo más tarde',
        message: 'Ha cambiado esto muchas veces. Lo que ha cancelado está guardado; el resto espera unos minutos.',
      },
      not_now: {
        title: 'Inténtelo de nuevo',
        message: 'En este momento no se puede guardar nada. Inténtelo en unos segundos.',
      },
    },
  },
}
