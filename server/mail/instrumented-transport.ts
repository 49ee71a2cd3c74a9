import { trackWork } from '#server/observability/channels.ts';
import type { MailTransport } from './mail.ts';

/** Wraps a transport so that metrics and traces record each mail. */
export function instrumentTransport(transport: MailTransport): MailTransport {
	return {
		...transport,
		send: (mail) => trackWork({ kind: 'mail', name: 'send' }, () => transport.send(mail)),
	};
}
