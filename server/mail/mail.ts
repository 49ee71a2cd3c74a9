import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';
import { AppError } from '#server/lib/app-error.ts';
import { isLoopback } from '#server/lib/ip-network.ts';

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
function unsubscribeHeaders({ unsubscribe }: Mail): Record<string, string> {
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

/** Readable by the operator only: mails contain links that give access to accounts. */
const PRIVATE_FILE_MODE = 0o600;
/** Longer than any link that gives access to an account is valid: at most a day. Unsubscribe links never expire. */
const MAX_AGE_MS = 2 * 24 * 60 * 60 * 1000;

/**
 * Writes mails to `folder` instead of sending them: as `.eml`, as sent to a mail server, and as `.html` for a browser.
 */
export function createFileTransport(folder: string, from: Sender): MailTransport {
	const transport = createTransport({ streamTransport: true, buffer: true });
	return {
		description: `Mails are files in ${folder}: open the .html files.`,
		async send(mail) {
			const { to, subject, text, html } = mail;
			const headers = unsubscribeHeaders(mail);
			const mailOptions = { from, to: { name: '', ...to }, subject, text, html, headers };
			const { message } = await transport.sendMail(mailOptions);
			await mkdir(folder, { recursive: true });
			const timestamp = new Date().toISOString().replaceAll(':', '-');
			const path = join(folder, `${timestamp}-${randomUUID().slice(0, 8)}`);
			await writeFile(`${path}.eml`, message, { mode: PRIVATE_FILE_MODE, flag: 'wx' });
			await writeFile(`${path}.html`, html, { mode: PRIVATE_FILE_MODE, flag: 'wx' });
		},
		close: () => transport.close(),
	};
}

/** Deletes old mail files, because they contain personal data, also of erased accounts. */
export async function deleteOldMailFiles(folder: string, now = Date.now()): Promise<void> {
	// With an SMTP server there is no folder.
	const names = await readdir(folder).catch(() => []);
	for (const name of names.filter((each) => /\.(eml|html)$/.test(each))) {
		const path = join(folder, name);
		const { mtimeMs } = await stat(path);
		if (mtimeMs < now - MAX_AGE_MS) await rm(path);
	}
}

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
