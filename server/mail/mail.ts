import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#server/lib/app-error.ts';

/** A rendered mail. */
export interface Mail {
	to: { address: string; name?: string };
	subject: string;
	text: string;
	html: string;
	/** One-click unsubscribe URL, which a browser may open too; only for kinds that can be unsubscribed. */
	unsubscribe?: string;
}

export interface MailTransport {
	/** @throws MailError for a temporary failure; AddressRejectedError for a permanent one */
	send: (message: Mail) => Promise<void>;
	/** Where mails go, as a text for operators. */
	description: string;
	/** Closes all connections. */
	close: () => void;
}

/** Headers for the unsubscribe button of mail programs (RFC 2369 and RFC 8058). */
export function unsubscribeHeaders({ unsubscribe }: Mail): Record<string, string> {
	return unsubscribe === undefined
		? {}
		: {
				'List-Unsubscribe': `<${unsubscribe}>`,
				'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
			};
}

/** Sender of the mails. */
export interface Sender {
	address: string;
	name: string;
}

/**
 * A mail was not accepted. Contains only codes, because the text of a mail server can repeat addresses, which must not
 * be logged.
 */
export class MailError extends Error {
	constructor(code: string | undefined, replyCode: number | undefined) {
		super(`The mail was not taken: ${code ?? 'unknown'}${replyCode ? ` ${replyCode}` : ''}.`);
	}
}

/** The mail server permanently rejects the address; a retry does not help (RFC 5321, 4.2.1). */
export class AddressRejectedError extends AppError {
	constructor() {
		super('invalid', {
			code: 'mail/address-rejected',
			message: 'No mail is taken for this address.',
		});
	}
}

/** Dependencies of `deliverMail`. */
export interface DeliveryDeps {
	mail: MailTransport;
	log: Pick<FastifyBaseLogger, 'info'>;
}

/**
 * Sends a mail to a user. A permanently rejected address is only logged, because a retry cannot succeed.
 * @throws MailError for a temporary failure
 */
export async function deliverMail(
	{ mail, log }: DeliveryDeps,
	message: Mail,
	userId: number,
): Promise<void> {
	try {
		await mail.send(message);
	} catch (error) {
		if (!(error instanceof AddressRejectedError)) throw error;
		log.info({ userId }, 'mail refused for good');
	}
}
