import { createTransport } from 'nodemailer';
import { isLoopback } from '#server/lib/loopback.ts';
import { type Mail, MailFault, type Sender, unsubscribeHeaders } from './mail.ts';

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

function faultOf(error: unknown): MailFault {
	const { code, responseCode } = Object(error) as { code?: string; responseCode?: number };
	return new MailFault(code, responseCode);
}
