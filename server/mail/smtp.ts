import { createTransport } from 'nodemailer';
import { isLoopback } from '#server/lib/loopback.ts';
import { AddressRefused, type Mail, MailFault, type Sender, unsubscribeHeaders } from './mail.ts';

/** No mail server should need longer to take a mail of a few kilobytes. */
const PATIENCE_MS = 20_000;
/** Less than a task has (`jobs/job-queue.ts`): a mail that nobody waits for any more would still go out, and once more. */
const GIVEN_UP_AFTER_MS = 45_000;

/**
 * Hands mails to the SMTP server at `url`, over connections that are kept between them.
 * @param givenUpAfterMs how long a mail may take, waiting for the others included; it is taken back then
 */
export function smtpMail(url: string, from: Sender, givenUpAfterMs = GIVEN_UP_AFTER_MS): Mail {
	const transport = createTransport({
		url,
		// Nobody on the way may talk the two out of encrypting.
		requireTLS: !isLoopback(new URL(url).hostname),
		pool: true,
		maxConnections: 2,
		connectionTimeout: PATIENCE_MS,
		greetingTimeout: PATIENCE_MS,
		socketTimeout: PATIENCE_MS,
		disableFileAccess: true,
		disableUrlAccess: true,
	});
	return {
		place: `Mails go out through ${new URL(url).host}.`,
		async send(letter) {
			const { to, subject, text, html } = letter;
			const headers = unsubscribeHeaders(letter);
			const words = { subject, text, html };
			const signal = AbortSignal.timeout(givenUpAfterMs);
			try {
				await transport.sendMail({ from, to: { name: '', ...to }, ...words, headers, signal });
			} catch (error) {
				throw faultOf(error);
			}
		},
		close: () => transport.close(),
	};
}

function faultOf(error: unknown): MailFault | AddressRefused {
	const reply = Object(error) as SmtpError;
	return isForGood(reply) ? new AddressRefused() : new MailFault(reply.code, reply.responseCode);
}

/** By nodemailer. */
interface SmtpError {
	code?: string;
	/** What the server said no to. */
	command?: string;
	response?: string;
	responseCode?: number;
}

/** As that we must not relay, are on a list, or that nobody knows our sender (RFC 3463: 5.7, 5.1.7, 5.1.8); many leave the code out. */
const OF_US = /^\d{3}[ -]5\.(7\.|1\.[78]\b)|relay|sender|authenti|prohibit|denied|block|spam/i;

/** Of the recipient alone: what is said of us is to be mended and tried again. */
function isForGood({ command, response = '', responseCode = 0 }: SmtpError): boolean {
	const isOfAddress = responseCode >= 550 && responseCode <= 553;
	return command === 'RCPT TO' && isOfAddress && !OF_US.test(response);
}
