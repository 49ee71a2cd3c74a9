import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, vi } from 'vitest';

/** Long, because the jobs that send alerts run with low priority and can be slow on a busy machine. */
const WAIT = { timeout: 60_000, interval: 100 };

/**
 * The link to `page` in the newest mail to an address: without SMTP, mails are files.
 * @param page its path, such as `/reset-password`
 */
export function findMailedLink(address: string, page: string): Promise<string> {
	return vi.waitFor(async () => {
		const htmlBodies = await mailsTo(address);
		const link = htmlBodies
			.flatMap((html) => [...html.matchAll(/href="(http[^"]+)"/g)].map(([, href = '']) => href))
			.findLast((href) => new URL(href).pathname === page);
		if (link === undefined) throw new Error(`No mail to ${address} leads to ${page}.`);
		return link;
	}, WAIT);
}

/** The HTML of all mails to an address, oldest first: file names begin with the time. */
async function mailsTo(address: string): Promise<string[]> {
	const folder = join(inject('marketDataDir'), 'mail');
	const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
	const pages = names.map(async (name) => {
		const source = await readFile(join(folder, name), 'utf8');
		if (!source.includes(address)) return [];
		return [await readFile(join(folder, name.replace(/eml$/, 'html')), 'utf8')];
	});
	return (await Promise.all(pages)).flat();
}
