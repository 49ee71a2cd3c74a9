import { createTransport } from 'nodemailer';
import { isLoopback } from '#server/lib/ip-network.ts';
import {
	AddressRejectedError,
	MailError,
	type MailTransport,
	type Sender,
	unsubscribeHeaders,
} from './mail.ts';

/** Timeout for connecting, the greeting and each reply; mails have only a few kilobytes. */
const SOCKET_TIMEOUT_MS = 20_000;
/**
 * Less than the timeout of a task (`expireInSeconds` in server/jobs/tasks.ts). Otherwise a
 * mail could be sent after its task timed out, and again by the retry.
 */
const SEND_TIMEOUT_MS = 45_000;

/**
 * Sends mails to the SMTP server at `url` over pooled connections.
 * @param sendTimeoutMs timeout per mail, including the wait for a connection; the mail is not sent afterwards
 */
export function createSmtpTransport(
	url: string,
	from: Sender,
	sendTimeoutMs = SEND_TIMEOUT_MS,
): MailTransport {
	const transport = createTransport({
		url,
		// An attacker on the network must not be able to downgrade to plain text.
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

/** Error of nodemailer. */
interface SmtpError {
	code?: string;
	/** The SMTP command that the server refused. */
	command?: string;
	response?: string;
	responseCode?: number;
}

/**
 * Replies about us instead of the recipient: relaying denied, blocklisted, unknown sender (RFC 3463: 5.7, 5.1.7,
 * 5.1.8); many servers leave out the code.
 */
const ABOUT_SENDER =
	/^\d{3}[ -]5\.(7\.|1\.[78]\b)|relay|sender|authenti|prohibit|denied|block|spam/i;

/** Permanent only if the reply concerns the recipient; problems with our sender can be fixed and retried. */
function isPermanent({ command, response = '', responseCode = 0 }: SmtpError): boolean {
	const isAddressCode = responseCode >= 550 && responseCode <= 553;
	return command === 'RCPT TO' && isAddressCode && !ABOUT_SENDER.test(response);
}
