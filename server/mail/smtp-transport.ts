import { createTransport } from 'nodemailer';
import { isLoopback } from '#server/lib/loopback.ts';
import {
	AddressRejectedError,
	MailError,
	type MailTransport,
	type Sender,
	unsubscribeHeaders,
} from './mail.ts';

/** No mail server should need longer to take a mail of a few kilobytes. */
const SOCKET_TIMEOUT_MS = 20_000;
/** Less than a task has (`jobs/job-queue.ts`): a mail that nobody waits for any more would still go out, and once more. */
const SEND_TIMEOUT_MS = 45_000;

/**
 * Hands mails to the SMTP server at `url`, over connections that are kept between them.
 * @param sendTimeoutMs how long a mail may take, waiting for the others included; it is taken back then
 */
export function createSmtpTransport(
	url: string,
	from: Sender,
	sendTimeoutMs = SEND_TIMEOUT_MS,
): MailTransport {
	const transport = createTransport({
		url,
		// Nobody on the way may talk the two out of encrypting.
		requireTLS: !isLoopback(new URL(url).hostname),
		pool: true,
		maxConnections: 2,
		connectionTimeout: SOCKET_TIMEOUT_MS,
		greetingTimeout: SOCKET_TIMEOUT_MS,
		socketTimeout: SOCKET_TIMEOUT_MS,
		disableFileAccess: true,
		disableUrlAccess: true,
	});
	return {
		description: `Mails go out through ${new URL(url).host}.`,
		async send(mail) {
			const { to, subject, text, html } = mail;
			const headers = unsubscribeHeaders(mail);
			const content = { subject, text, html };
			const signal = AbortSignal.timeout(sendTimeoutMs);
			try {
				await transport.sendMail({ from, to: { name: '', ...to }, ...content, headers, signal });
			} catch (error) {
				throw toMailError(error);
			}
		},
		close: () => transport.close(),
	};
}

function toMailError(error: unknown): MailError | AddressRejectedError {
	const smtpError = Object(error) as SmtpError;
	return isPermanent(smtpError)
		? new AddressRejectedError()
		: new MailError(smtpError.code, smtpError.responseCode);
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
const ABOUT_SENDER =
	/^\d{3}[ -]5\.(7\.|1\.[78]\b)|relay|sender|authenti|prohibit|denied|block|spam/i;

/** Of the recipient alone: what is said of us is to be mended and tried again. */
function isPermanent({ command, response = '', responseCode = 0 }: SmtpError): boolean {
	const isAddressCode = responseCode >= 550 && responseCode <= 553;
	return command === 'RCPT TO' && isAddressCode && !ABOUT_SENDER.test(response);
}
