import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { type MailTransport, type Sender, unsubscribeHeaders } from './mail.ts';

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
