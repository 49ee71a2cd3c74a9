import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyAdminPages } from '#tests/support/admin-pages.ts';
import { openApp } from '#tests/support/app.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';

const t = await openApp({
	WEB_FOLDER: await pagesFromSource(),
	SUPPORT_EMAIL: 'help@iet.example',
	SUPPORT_PHONE: '+91 522 272 5450',
	CAMPUS_ADDRESS: 'Sitapur Road',
	TIME_ZONE: 'Asia/Kathmandu',
	TEAM: 'A. "Bo" Rao, Dean & more <rao@iet.example>; Meera <meera@iet.example>; Om, Help <om@iet.example>',
});

/** A folder with the page template from the sources and an empty build manifest, so that no build is needed. */
async function pagesFromSource(): Promise<string> {
	const folder = await createTempFolder();
	await cp(join(import.meta.dirname, '../../../web/index.html'), join(folder, 'index.html'));
	await mkdir(join(folder, '.vite'));
	await copyAdminPages(folder);
	await writeFile(join(folder, '.vite', 'manifest.json'), '{}');
	return folder;
}

/** Reads a meta tag as the app does in the browser. */
function meta(page: string, name: string): string | undefined {
	return page
		.match(new RegExp(`<meta name="${name}" content="([^"]*)"`))?.[1]
		?.replaceAll('&quot;', '"')
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&amp;', '&');
}

test('a page contains the support contacts, the team and the changes of the college’s UTC offset', async () => {
	const { body } = await t.app.inject('/about');

	expect(meta(body, 'support-email')).toBe('help@iet.example');
	expect(meta(body, 'support-phone')).toBe('+91 522 272 5450');
	expect(meta(body, 'campus-address')).toBe('Sitapur Road');
	expect(JSON.parse(meta(body, 'team') ?? '')).toEqual([
		{ name: 'A. "Bo" Rao', role: 'Dean & more', email: 'rao@iet.example' },
		{ name: 'Meera', role: '', email: 'meera@iet.example' },
		{ name: 'Om', role: 'Help', email: 'om@iet.example' },
	]);
	expect(JSON.parse(meta(body, 'utc-offset-changes') ?? '')).toEqual([[Date.UTC(2020, 0, 1), 345]]);
});

test('a page says whether sign-in with Google is configured; without, that of the demo explains it', async () => {
	const withoutDemo = await openApp({ WEB_FOLDER: await pagesFromSource(), SEED_DEMO: '0' });
	const withGoogle = await openApp({
		WEB_FOLDER: await pagesFromSource(),
		GOOGLE_CLIENT_ID: 'market',
		GOOGLE_CLIENT_SECRET: 'secret',
	});

	expect(meta((await t.app.inject('/login')).body, 'google-sign-in')).toBe('explained');
	expect(meta((await withoutDemo.app.inject('/login')).body, 'google-sign-in')).toBe('off');
	expect(meta((await withGoogle.app.inject('/login')).body, 'google-sign-in')).toBe('on');
});
