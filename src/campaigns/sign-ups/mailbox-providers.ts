// Domains of public mailbox providers, whose many mailboxes belong to different people. Each name is a registrable domain.
const NAMES = `
  126.com 139.com 163.com 189.cn aliyun.com aol.com arcor.de att.net bbox.fr bellsouth.net bigpond.com bk.ru bluewin.ch
  bol.com.br btinternet.com charter.net comcast.net cox.net daum.net duck.com earthlink.net email.cz fastmail.com fastmail.fm
  foxmail.com free.fr freenet.de frontier.com gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hanmail.net
  hey.com hotmail.be hotmail.ca hotmail.ch hotmail.co.jp hotmail.co.uk hotmail.com hotmail.com.br hotmail.de hotmail.es
  hotmail.fr hotmail.it hotmail.nl hushmail.com icloud.com inbox.lv inbox.ru interia.pl juno.com kakao.com kpnmail.nl
  laposte.net libero.it list.ru live.ca live.co.uk live.com live.com.au live.de live.dk live.fr live.it live.nl live.se mac.com
  mail.com mail.de mail.ru mailbox.org me.com msn.com nate.com naver.com neuf.fr o2.pl onet.pl online.de optonline.net
  optusnet.com.au orange.fr outlook.at outlook.be outlook.co outlook.com outlook.com.br outlook.de outlook.dk outlook.es
  outlook.fr outlook.ie outlook.it outlook.jp outlook.pt pm.me posteo.de post.cz proton.me protonmail.ch protonmail.com qq.com
  rambler.ru rediffmail.com rocketmail.com rogers.com sapo.pt sbcglobal.net seznam.cz sfr.fr shaw.ca sina.com sky.com
  skynet.be sohu.com sympatico.ca t-online.de telenet.be telus.net terra.com.br tiscali.it tuta.com tuta.io tutanota.com
  tutanota.de ukr.net uol.com.br verizon.net virgilio.it virginmedia.com vodafone.de wanadoo.fr web.de wp.pl ya.ru yahoo.ca
  yahoo.co.id yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.ar yahoo.com.au yahoo.com.br yahoo.com.mx yahoo.com.tw
  yahoo.de yahoo.es yahoo.fr yahoo.in yahoo.it yandex.com yandex.ru yeah.net ymail.com zoho.com
`
const DOMAINS: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/))

/** Whether a domain belongs to a public mailbox provider. `domain`: lowercase, without subdomains. */
export const isMailboxProvider = (domain: string): boolean => DOMAINS.has(domain)
