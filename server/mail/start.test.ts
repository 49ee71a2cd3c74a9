import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, test, vi } from 'vitest';
import { cloneDatabase } from '#tests/support/clone.ts';
import { openMailServer } from '#tests/support/mail-server.ts';
import { openFolder } from '#tests/support/photo-files.ts';
import { startScript } from '#tests/support/process.ts';

const WEB_FOLDER = join(import.meta.dirname, '../../tests/support/pages');

async function startMarket(more: Record<string, string> = {}) {
	const dataDir = await openFolder();
	const market = startScript('server/main.ts', [], {
		DATA_DIR: dataDir,
		DATABASE_URL: await cloneDatabase(),
		WEB_FOLDER,
		PORT: '0',
		SEED_DEMO: '0',
		...more,
	});
	const [, address = ''] = await market.says(/is open at (\S+)/);
	return { ...market, address, dataDir };
}

async function signUp(address: string): Promise<void> {
	const person = { userName: 'Asha', email: 'asha@campus.example', password: 'chalk and talk' };
	const headers = { 'content-type': 'application/json' };
	const body = JSON.stringify(person);
	await fetch(`${address}/api/auth/register`, { method: 'POST', headers, body });
}

test('without SMTP the start says where mails are, and there they can be opened', async () => {
	const market = await startMarket();
	const [, folder = ''] = await market.says(/Mails are files in (\S+): open/);

	await signUp(market.address);

	const page = await vi.waitUntil(
		async () => (await readdir(folder).catch(() => [])).find((name) => name.endsWith('.html')),
		{ timeout: 20_000 },
	);
	expect(folder).toBe(join(market.dataDir, 'mail'));
	expect(await readFile(join(folder, String(page)), 'utf8')).toContain(
		`href="${market.address}/confirm-email#token=`,
	);
});

test('with SMTP the start names the server, and mails go there', async () => {
	const server = await openMailServer();
	const market = await startMarket({
		SMTP_URL: server.url,
		PUBLIC_URL: 'https://market.example',
		MAIL_FROM: 'post@market.example',
		SITE_NAME: 'Bazaar',
	});
	await market.says(/Mails go out through 127\.0\.0\.1:\d+\./);

	await signUp(market.address);
	await server.delivered();

	const mail = await PostalMime.parse(server.deliveries[0]?.source ?? '');
	expect(mail).toMatchObject({
		from: { address: 'post@market.example', name: 'Bazaar' },
		subject: 'Confirm your email address for Bazaar',
	});
	expect(mail.text).toContain('https://market.example/confirm-email#token=');
	expect(await readdir(market.dataDir)).not.toContain('mail');
});
