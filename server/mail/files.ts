import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { type Mail, type Sender, unsubscribeHeaders } from './mail.ts';

/** Only for whoever runs the market: mails hold links that open accounts. */
const PRIVATE = 0o600;
/** The links in them live for a day at most. */
const KEPT_MS = 2 * 24 * 60 * 60 * 1000;

/**
 * Writes mails to `folder` in place of sending them: as `.eml`, just as a server would take it, and as `.html`, which any
 * browser opens.
 */
export function fileMail(folder: string, from: Sender): Mail {
	const transport = createTransport({ streamTransport: true, buffer: true });
	return {
		place: `Mails are files in ${folder}: open the .html ones.`,
		async send(letter) {
			const { to, subject, text, html } = letter;
			const headers = unsubscribeHeaders(letter);
			const mail = { from, to: { name: '', ...to }, subject, text, html, headers };
			const { message } = await transport.sendMail(mail);
			await mkdir(folder, { recursive: true });
			const moment = new Date().toISOString().replaceAll(':', '-');
			const path = join(folder, `${moment}-${randomUUID().slice(0, 8)}`);
			await writeFile(`${path}.eml`, message, { mode: PRIVATE, flag: 'wx' });
			await writeFile(`${path}.html`, html, { mode: PRIVATE, flag: 'wx' });
		},
		close: () => transport.close(),
	};
}

/** Removes the mails that nobody needs any more: they hold addresses and words, of people who are erased as well. */
export async function sweepFileMail(folder: string, now = Date.now()): Promise<void> {
	// There is none where mails leave by a mail server.
	const names = await readdir(folder).catch(() => []);
	for (const name of names.filter((each) => /\.(eml|html)$/.test(each))) {
		const path = join(folder, name);
		const { mtimeMs } = await stat(path);
		if (mtimeMs < now - KEPT_MS) await rm(path);
	}
}
