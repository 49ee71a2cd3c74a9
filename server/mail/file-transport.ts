import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { type MailTransport, type Sender, unsubscribeHeaders } from './mail.ts';

/** Only for whoever runs the market: mails hold links that open accounts. */
const PRIVATE_FILE_MODE = 0o600;
/** The links in them live for a day at most. */
const MAX_AGE_MS = 2 * 24 * 60 * 60 * 1000;

/**
 * Writes mails to `folder` in place of sending them: as `.eml`, just as a server would take it, and as `.html`, which any
 * browser opens.
 */
export function createFileTransport(folder: string, from: Sender): MailTransport {
	const transport = createTransport({ streamTransport: true, buffer: true });
	return {
		description: `Mails are files in ${folder}: open the .html ones.`,
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

/** Removes the mails that nobody needs any more: they hold addresses and words, of people who are erased as well. */
export async function deleteOldMailFiles(folder: string, now = Date.now()): Promise<void> {
	// There is none where mails leave by a mail server.
	const names = await readdir(folder).catch(() => []);
	for (const name of names.filter((each) => /\.(eml|html)$/.test(each))) {
		const path = join(folder, name);
		const { mtimeMs } = await stat(path);
		if (mtimeMs < now - MAX_AGE_MS) await rm(path);
	}
}
