import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '#server/lib/app-error.ts';

/** A mail, ready to send. */
export interface Mail {
	to: { address: string; name?: string };
	subject: string;
	text: string;
	html: string;
	/** Where a mail program ends mails of this kind for its reader; only of mails that can be ended. */
	unsubscribe?: string;
}

export interface MailTransport {
	/** @throws MailFault when it could not be handed over; AddressRefused when it never can be */
	send: (message: Mail) => Promise<void>;
	/** Where mails go, in words for whoever starts the market. */
	description: string;
	/** Lets go of connections. */
	close: () => void;
}

/** The headers by which mail programs show a button that ends mails of this kind (RFC 2369 and RFC 8058). */
export function unsubscribeHeaders({ unsubscribe }: Mail): Record<string, string> {
	return unsubscribe === undefined
		? {}
		: {
				'List-Unsubscribe': `<${unsubscribe}>`,
				'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
			};
}

/** Who mails are from. */
export interface Sender {
	address: string;
	name: string;
}

/** A mail was not taken. It says why in codes only: a mail server's own words repeat addresses, which no log may hold. */
export class MailError extends Error {
	constructor(code: string | undefined, replyCode: number | undefined) {
		super(`The mail was not taken: ${code ?? 'unknown'}${replyCode ? ` ${replyCode}` : ''}.`);
	}
}

/** Nothing is taken for this address, and who asked again would be told the same (RFC 5321, 4.2.1). */
export class AddressRejectedError extends AppError {
	constructor() {
		super('invalid', 'No mail is taken for this address.');
	}
}

/** What delivering a mail needs of the market. */
export interface DeliveryDeps {
	mail: MailTransport;
	log: Pick<FastifyBaseLogger, 'info'>;
}

/**
 * Sends a mail to a person. Of an address that was mistyped only a line of the log remains: nobody could mend it.
 * @throws MailFault when it was not taken for now
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
