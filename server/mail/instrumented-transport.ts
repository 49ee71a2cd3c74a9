import { trackWork } from '#server/observability/channels.ts';
import type { MailTransport } from './mail.ts';

/** The same, seen by whoever watches the market. */
export function instrumentTransport(transport: MailTransport): MailTransport {
	return {
		...transport,
		send: (mail) => trackWork({ kind: 'mail', name: 'send' }, () => transport.send(mail)),
	};
}
