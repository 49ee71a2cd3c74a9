import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { expect, test, vi } from 'vitest';
import { openPool } from '#server/db/client.ts';
import { announcementTask } from '#server/features/notifications/tasks.ts';
import { openJobQueue } from '#server/jobs/job-queue.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { openMailServer } from '#tests/support/mail-server.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { startScript } from '#tests/support/process.ts';
import { query } from '#tests/support/query.ts';

const WEB_FOLDER = join(import.meta.dirname, '../../tests/support/pages');

async function startAppProcess(more: Record<string, string> = {}) {
	const dataDir = await createTempFolder();
	const appProcess = startScript('server/main.ts', [], {
		DATA_DIR: dataDir,
		DATABASE_URL: await cloneDatabase(),
		WEB_FOLDER,
		PORT: '0',
		SEED_DEMO: '0',
		...more,
	});
	const [, address = ''] = await appProcess.waitForOutput(/is open at (\S+)/);
	return { ...appProcess, address, dataDir };
}

async function signUp(address: string): Promise<void> {
	const person = { userName: 'Asha', email: 'asha@campus.example', password: 'chalk and talk' };
	const headers = { 'content-type': 'application/json' };
	const body = JSON.stringify(person);
	await fetch(`${address}/api/auth/register`, { method: 'POST', headers, body });
}

test('without SMTP, the server prints the folder of the mail files and writes mails to that folder', async () => {
	const appProcess = await startAppProcess();
	const [, folder = ''] = await appProcess.waitForOutput(/Mails are files in (\S+): open/);

	await signUp(appProcess.address);

	const page = await vi.waitUntil(
		async () => (await readdir(folder).catch(() => [])).find((name) => name.endsWith('.html')),
		{ timeout: 20_000 },
	);
	expect(folder).toBe(join(appProcess.dataDir, 'mail'));
	expect(await readFile(join(folder, String(page)), 'utf8')).toContain(
		`href="${appProcess.address}/confirm-email#token=`,
	);
});

/** A database with an undelivered announcement to a user who gets announcements by mail. */
async function insertPendingAnnouncement(): Promise<string> {
	const url = await cloneDatabase();
	await query(
		url,
		`with student as (
			insert into users (user_name, email, email_confirmed_at)
			values ('Ravi', 'ravi@campus.example', now()) returning id
		), chosen as (
			insert into notice_choices (user_id, kind, in_app, by_mail)
			select id, 'announcement', true, true from student
		)
		insert into announcements (title, message, type, target)
		values ('Fair on Sunday', 'On the lawn.', 'info', 'all')`,
	);
	const queue = await openJobQueue(url, pino({ level: 'silent' }));
	const { db, close } = openPool(url, () => undefined);
	await queue.addTask(db, announcementTask, { announcementId: 1 });
	await close();
	await queue.stop();
	return url;
}

test('with SMTP, the server prints the address of the mail server and sends mails to it: of an announcement queued while it was stopped, with an unsubscribe link, and of a sign-up', async () => {
	const server = await openMailServer();
	const PUBLIC_URL = 'https://market.example';
	const appProcess = await startAppProcess({
		SMTP_URL: server.url,
		PUBLIC_URL,
		TRUST_PROXY: '1',
		MAIL_FROM: 'post@market.example',
		SITE_NAME: 'Bazaar',
		DATABASE_URL: await insertPendingAnnouncement(),
	});
	await appProcess.waitForOutput(/Mails go out through 127\.0\.0\.1:\d+\./);
	await server.waitForDeliveries();

	await signUp(appProcess.address);
	await server.waitForDeliveries(2);

	const [announced, confirmation] = await Promise.all(
		server.deliveries.map(({ source }) => PostalMime.parse(source)),
	);
	expect(announced?.subject).toBe('Fair on Sunday');
	const header = announced?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
	const address = header.slice(1, -1);
	expect(address.startsWith(`${PUBLIC_URL}/api/unsubscribe/announcement-`)).toBe(true);
	const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
	const localAddress = address.replace(PUBLIC_URL, appProcess.address);
	const response = await fetch(localAddress, { method: 'POST', body });
	expect(await response.json()).toMatchObject({ success: true, kind: 'announcement' });
	expect(confirmation).toMatchObject({
		from: { address: 'post@market.example', name: 'Bazaar' },
		subject: 'Confirm your email address for Bazaar',
	});
	expect(confirmation?.text).toContain('https://market.example/confirm-email#token=');
	expect(await readdir(appProcess.dataDir)).not.toContain('mail');
});
