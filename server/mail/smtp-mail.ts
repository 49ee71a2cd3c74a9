import { createTransport } from 'nodemailer';
import { isLoopback } from '#server/lib/loopback.ts';
import { type Mail, MailFault, type Sender, unsubscribeHeaders } from './mail.ts';

/** No mail server should need longer to take a mail of a few kilobytes. */
const PATIENCE_MS = 20_000;

/** Hands mails to the SMTP server at `url`, over a connection that is kept between them. */
export function smtpMail(url: string, from: Sender): Mail {
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
			try {
				await transport.sendMail({ from, to: { name: '', ...to }, subject, text, html, headers });
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
