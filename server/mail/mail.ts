/** A mail, ready to send. */
export interface Letter {
	to: { address: string; name?: string };
	subject: string;
	text: string;
	html: string;
	/** Where a mail program ends mails of this kind for its reader; only of mails that can be ended. */
	unsubscribe?: string;
}

export interface Mail {
	/** @throws MailFault when it could not be handed over */
	send: (letter: Letter) => Promise<void>;
	/** Where mails go, in words for whoever starts the market. */
	place: string;
	/** Lets go of connections. */
	close: () => void;
}

/** The headers by which mail programs show a button that ends mails of this kind (RFC 2369 and RFC 8058). */
export function unsubscribeHeaders({ unsubscribe }: Letter): Record<string, string> {
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
export class MailFault extends Error {
	constructor(code: string | undefined, reply: number | undefined) {
		super(`The mail was not taken: ${code ?? 'unknown'}${reply ? ` ${reply}` : ''}.`);
	}
}
