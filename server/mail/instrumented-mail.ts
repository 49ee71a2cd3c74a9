import { asWork } from '#server/observability/channels.ts';
import type { Mail } from './mail.ts';

/** The same, seen by whoever watches the market. */
export function seenMail(mail: Mail): Mail {
	return {
		...mail,
		send: (letter) => asWork({ kind: 'mail', name: 'send' }, () => mail.send(letter)),
	};
}
